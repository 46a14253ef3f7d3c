-- Runs beside: 0.2.0
-- Units of lots on hold (held or recalled) are not for sale. `stock` stays what can be sold; `withheld` is what such lots
-- take from it: as many of their units as no order needs. Whatever moves units of lots or adds to the stock sets it again.
alter table blisters add column withheld integer not null default 0;
alter table blisters add constraint blisters_withheld check (withheld >= 0) not valid;
alter table blisters validate constraint blisters_withheld;

alter table stock_movements drop constraint stock_movements_reason;
alter table stock_movements
  add constraint stock_movements_reason check (
    reason in (
      'initial', 'adjustment', 'order', 'order_edited', 'line_removed', 'cancelled', 'reopened', 'order_deleted', 'expired',
      'received', 'returned', 'lost', 'damaged', 'sample', 'count', 'held', 'unheld'
    )) not valid;
alter table stock_movements validate constraint stock_movements_reason;

-- Lots that are on hold already.
with wanted as (
  select b.id, least(b.stock, sum(m.change))::int as units
  from blisters b join lot_movements m on m.blister_id = b.id join lots l on l.id = m.lot_id
  where l.state = 'held' or l.is_recalled group by b.id
), changed as (
  update blisters set stock = stock - wanted.units, withheld = wanted.units from wanted
  where blisters.id = wanted.id and wanted.units > 0 returning blisters.id, wanted.units
)
insert into stock_movements (blister_id, change, reason, created_at) select id, -units, 'held', now() from changed;

-- Runs beside: 0.2.0
-- At how many units the shop is told that a presentation runs low; null: the setting `low_stock_at`.
alter table blisters
  add column low_at integer,
  add column low_notified_at timestamptz;
alter table blisters add constraint blisters_low_at check (low_at between 0 and 1000000) not valid;
alter table blisters validate constraint blisters_low_at;
-- What is out today is no news.
update blisters set low_notified_at = now() where stock = 0 and deleted_at is null;

-- Units found or missed at a count, and those of an order that waited too long.
alter table stock_movements drop constraint stock_movements_reason;
alter table stock_movements
  add constraint stock_movements_reason check (
    reason in (
      'initial', 'adjustment', 'order', 'order_edited', 'line_removed', 'cancelled', 'reopened', 'order_deleted', 'expired',
      'received', 'returned', 'lost', 'damaged', 'sample', 'count'
    )) not valid;
alter table stock_movements validate constraint stock_movements_reason;

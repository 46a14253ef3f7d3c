-- Runs beside: 0.2.0
-- Lines whose units are reserved: of pending orders that were not handed over. The list of stock adds up these and does not
-- read all lines. Kept by triggers, so that every change of an order agrees, of older instances too. Orders are locked
-- before lines, as by the shop.
create function note_reserved_lines() returns trigger language plpgsql as $$
begin
  update order_lines set is_reserved = new.status = 'pending' and new.handed_at is null where order_id = new.id;
  return null;
end
$$;
create trigger orders_note_reserved_lines after update of status, handed_at on orders for each row
  when ((old.status = 'pending' and old.handed_at is null) <> (new.status = 'pending' and new.handed_at is null))
  execute function note_reserved_lines();

alter table order_lines add column is_reserved boolean not null default false;
update order_lines set is_reserved = true
from orders where orders.id = order_id and status = 'pending' and handed_at is null;
alter table order_lines alter column is_reserved drop default;

-- Placing an order says it, as the trigger would cost 6 % of that. An order that is written by the same statement is
-- pending.
create function note_reserved_line() returns trigger language plpgsql as $$
begin
  new.is_reserved := coalesce((select status = 'pending' and handed_at is null from orders where id = new.order_id), true);
  return new;
end
$$;
create trigger order_lines_note_reserved before insert on order_lines for each row when (new.is_reserved is null)
  execute function note_reserved_line();

create index order_lines_reserved on order_lines (blister_id) include (quantity) where is_reserved;

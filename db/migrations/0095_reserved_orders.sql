-- Runs beside: 0.2.0
-- The list of stock finds the orders that hold units without reading the orders.
create index orders_reserved on orders (id) where status = 'pending' and handed_at is null;

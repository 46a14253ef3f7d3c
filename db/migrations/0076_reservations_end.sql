-- Runs beside: 0.2.0
-- When an order that nobody paid, agreed on or packed gives its stock back, and since when its customer knows.
alter table orders
  add column expires_at timestamptz,
  add column expiry_warned_at timestamptz;
create index orders_expiring on orders (expires_at) where status = 'pending' and expires_at is not null;

-- Runs beside: 0.1.0
-- Where an order came from, and who of the shop noted it. Those of the site were placed by their customer.
alter table orders
  add column channel text not null default 'web',
  add column created_by integer references users on delete set null;
alter table orders
  add constraint orders_channel check (channel in ('web', 'phone', 'whatsapp', 'fair', 'other')) not valid;
alter table orders validate constraint orders_channel;
create index orders_created_by on orders (created_by) where created_by is not null;

-- Orders are found by a part of the phone or the e-mail.
create index orders_contact on orders using gin ((customer_phone || ' ' || lower(customer_email)) gin_trgm_ops);

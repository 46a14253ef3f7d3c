-- Runs beside: 0.2.0
-- The claim that an order replaces goods for. A claim may have several such orders, of which one is not cancelled:
-- `warranty_claims.replacement_order_id` is the newest.
-- No foreign key: claims refer to orders, and tables that refer to each other cannot be restored one after the other. Claims are
-- never deleted.
alter table orders add column claim_id integer;
update orders set claim_id = c.id from warranty_claims c where c.replacement_order_id = orders.id;
create index orders_claim on orders (claim_id) where claim_id is not null;
create unique index orders_one_replacement on orders (claim_id) where claim_id is not null and status <> 'cancelled';

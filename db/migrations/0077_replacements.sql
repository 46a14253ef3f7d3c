-- Runs beside: 0.2.0
-- The claim whose goods an order replaces: one order for each.
alter table orders add column claim_id integer references warranty_claims on delete set null;
create unique index orders_claim on orders (claim_id) where claim_id is not null;

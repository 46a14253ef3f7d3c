-- Runs beside: 0.2.0
-- The order that replaces the goods of a claim: one for each.
alter table warranty_claims add column replacement_order_id integer references orders on delete set null;
create unique index warranty_claims_replacement on warranty_claims (replacement_order_id)
  where replacement_order_id is not null;

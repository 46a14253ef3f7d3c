-- Runs beside: 0.2.0
-- The claims about the same order, and those of the same person.
create index warranty_claims_order on warranty_claims (order_id) where order_id is not null;
create index warranty_claims_email on warranty_claims (lower(email));

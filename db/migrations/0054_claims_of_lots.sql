-- Runs beside: 0.2.0
-- What a claim says about a lot, in seeds.
alter table warranty_claims
  add column lot_id integer references lots,
  add column seeds_sown integer,
  add column seeds_failed integer;
alter table warranty_claims
  add constraint warranty_claims_sown check (seeds_sown between 1 and 10000) not valid,
  add constraint warranty_claims_failed check (seeds_failed between 0 and seeds_sown) not valid;
alter table warranty_claims validate constraint warranty_claims_sown;
alter table warranty_claims validate constraint warranty_claims_failed;
create index warranty_claims_lot on warranty_claims (lot_id) where lot_id is not null;

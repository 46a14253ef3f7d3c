-- Runs beside: 0.2.0
-- Where varieties come from: a node for each product that has parents or children, and for each parent that the shop does not
-- have. A node of a product shows the product's name.
create table lineage (
  id integer generated always as identity primary key,
  product_id integer unique references products,
  name text not null check (length(name) between 1 and 100),
  -- 'F1', 'S1', 'BX2'.
  generation text not null default '' check (length(generation) <= 20)
);
create unique index lineage_name on lineage (folded(name)) where product_id is null;

-- A selfed variety has one parent in both roles. `setLineage` refuses cycles.
create table lineage_parents (
  child_id integer not null references lineage,
  role text not null check (role in ('mother', 'father')),
  parent_id integer not null references lineage,
  primary key (child_id, role)
);
create index lineage_children on lineage_parents (parent_id);

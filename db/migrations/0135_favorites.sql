-- Runs beside: 0.2.0
-- The products that a customer keeps with a heart. Nobody else reads them.
create table favorites (
  user_id integer not null references users on delete cascade,
  product_id integer not null references products,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);

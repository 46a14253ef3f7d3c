-- When what showed a picture let go of it. Such pictures wait a day to be removed, and are no part of what uploads may
-- fill without using it.
alter table uploads add column released_at timestamptz;

-- A presentation with a price and 100 % off is a gift: it costs nothing, and has a price.
alter table products drop constraint products_min_price_check;
alter table products add constraint products_min_price_check check (min_price >= 0);
update products set min_price = 0
where deleted_at is null and exists (
  select from blisters where product_id = products.id and deleted_at is null and price > 0 and final_price = 0
);

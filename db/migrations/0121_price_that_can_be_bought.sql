-- Runs beside: 0.2.0
-- The lowest price and the highest discount of a product are of the presentations that can be bought, of all when none can,
-- as its card shows them. They follow sales, saves, sheets and price runs, so the database keeps them: whatever is written
-- to them, by older instances too, is computed again.
create function keep_price_summary() returns trigger language plpgsql as $$
begin
  select coalesce(min(final_price) filter (where stock > 0), min(final_price)),
    coalesce(max(discount) filter (where stock > 0), max(discount), 0)
  into new.min_price, new.max_discount
  from blisters where product_id = new.id and deleted_at is null and final_price > 0;
  return new;
end
$$;
create trigger products_keep_price_summary before update of min_price, max_discount on products
  for each row execute function keep_price_summary();

-- Only a presentation that runs out, comes back or changes its price touches its product's row: other sales do not contend
-- for it. The row is locked before the presentations are read again, so that two orders for the last units of two
-- presentations see each other. Without nested loops: see 0094.
create or replace function note_stock() returns trigger language plpgsql set enable_nestloop to off as $$
declare
  touched integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct product_id) into touched from after where stock > 0 or final_price > 0;
  else
    select array_agg(distinct after.product_id) into touched from after join before using (id)
    where (after.stock > 0, after.final_price, after.discount, after.deleted_at is null)
      <> (before.stock > 0, before.final_price, before.discount, before.deleted_at is null);
  end if;
  if touched is null then
    return null;
  end if;
  perform from products where id = any (touched) order by id for no key update;
  update products set min_price = min_price, in_stock = exists (
    select from blisters where product_id = products.id and deleted_at is null and stock > 0
  )
  where id = any (touched);
  return null;
end
$$;

update products set min_price = min_price where deleted_at is null;

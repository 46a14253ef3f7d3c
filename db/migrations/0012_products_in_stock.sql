-- Whether any presentation has stock, for the order of lists. Kept by a trigger, so that sale, save, import and return agree.
alter table products add column in_stock boolean not null default false;

-- Only a presentation that runs out or comes back touches its product's row: other sales do not contend for it. The row is
-- locked before the presentations are read again, so that two orders for the last units of two presentations see each other.
create function note_stock() returns trigger language plpgsql as $$
declare
  crossed integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct product_id) into crossed from after where stock > 0;
  else
    select array_agg(distinct after.product_id) into crossed from after join before using (id)
    where (after.stock > 0 and after.deleted_at is null) <> (before.stock > 0 and before.deleted_at is null);
  end if;
  if crossed is null then
    return null;
  end if;
  perform from products where id = any (crossed) order by id for no key update;
  update products set in_stock = not in_stock
  where id = any (crossed) and in_stock <> exists (
    select from blisters where product_id = products.id and deleted_at is null and stock > 0
  );
  return null;
end
$$;
create trigger blisters_note_first_stock after insert on blisters
  referencing new table as after for each statement execute function note_stock();
create trigger blisters_note_stock after update on blisters
  referencing old table as before new table as after for each statement execute function note_stock();

update products set in_stock = true
where exists (select from blisters where product_id = products.id and deleted_at is null and stock > 0);

-- The order of lists: for visitors without regard to prices; for accounts what has stock but no price comes between.
create index products_stocked on products (in_stock desc, created_at desc, id desc) where deleted_at is null;
create index products_buyable on products (
  (case when not in_stock then 2 when min_price is null then 1 else 0 end), created_at desc, id desc
) where deleted_at is null;

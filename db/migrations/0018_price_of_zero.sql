-- A price of which the discount leaves nothing counts as no price.
update products p set min_price = b.min_price, max_discount = coalesce(b.max_discount, 0)
from (
  select product_id, min(final_price) filter (where final_price > 0) as min_price,
    max(discount) filter (where final_price > 0) as max_discount
  from blisters where deleted_at is null group by 1
) b
where b.product_id = p.id and (p.min_price = 0 or p.max_discount <> coalesce(b.max_discount, 0));

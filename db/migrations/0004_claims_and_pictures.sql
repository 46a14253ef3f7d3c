-- Two who decide on one claim at once: the second is told, instead of writing over the first.
alter table warranty_claims add column version integer not null default 1;

-- Pictures of the shop that were replaced, or whose product, brand or banner is gone, stayed in use for ever. From now on
-- each change frees what it leaves behind; these are the ones from before. They are removed a day later.
update uploads set claimed_at = null, created_at = now()
where claimed_at is not null and (
  preset = 'product'
    and id not in (select split_part(address, '/', 4) from products, unnest(array[image, image_2, image_3]) as address
      where deleted_at is null and address is not null)
    and id not in (select split_part(product_image, '/', 4) from order_lines where product_image is not null)
  or preset = 'brand' and id not in (select split_part(image, '/', 4) from brands where image is not null)
  or preset = 'banner' and id not in (select split_part(address, '/', 4)
    from banners, unnest(array[image_url, mobile_image_url]) as address where address is not null)
);

-- Runs beside: 0.2.0
-- What filters, orders and searches know of a product beside its texts: numbers read from them, and words for sets of
-- products. The database reads them, so that products saved by older instances have them too.
alter table products
  -- Percent; days; centimetres and grams per square metre, both indoors. Null: not known, or not understood.
  add column thc_low real, add column thc_high real,
  add column cbd_low real, add column cbd_high real,
  add column flowering_low real, add column flowering_high real,
  add column height_low real, add column height_high real,
  add column yield_low real, add column yield_high real,
  -- 'type:fem', 'brand:sur', 'dominance:indica', 'aroma:limon', 'effect:sereno': folded.
  add column tags text[] not null default '{}';

-- The first two numbers of a text, ascending, times a factor: '0,6 %', '60-70 días (9 semanas)', '1.200 g'.
create function fact_of(value text, factor real, most real) returns real[] language sql immutable parallel safe as $$
  select case when value !~ ':' and max(n) <= most then array[min(n), max(n)] end
  from (
    select replace(found[1], ',', '.')::real * factor as n
    from regexp_matches(
      regexp_replace(split_part(regexp_replace(value, 'm[2²]', '', 'gi'), '(', 1), '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'),
      '\d{1,6}(?:[.,]\d{1,3})?', 'g') as found
    limit 2
  ) as numbers
$$;
create function days_factor(value text) returns real language sql immutable parallel safe as $$
  select case when value ~* 'd[ií]a' and value !~* 'sem.*d[ií]a' then 1 when value ~* 'sem' then 7 when value ~* 'mes' then 30
    when substring(value from '\d+')::numeric <= 20 then 7 else 1 end
$$;
create function centimetres_factor(value text) returns real language sql immutable parallel safe as $$
  select case when value ~* 'cm' then 1 when value ~* '\d\s*m' then 100
    when substring(value from '\d+')::numeric < 10 then 100 else 1 end
$$;

create function parts_of(value text) returns setof text language sql immutable parallel safe as $$
  select distinct part from (
    select trim(regexp_replace(folded(each), '\s+', ' ', 'g')) as part from regexp_split_to_table(value, '[,;]| y ') as each
  ) as parts
  where part <> '' order by part
$$;

-- The search text has six lines from the shop: name, genotype, aromas, brand, SKU and words of the type. Lines 7 to 10 are
-- effects, dominance, the name without blanks and marks, and the other texts without marks.
create function describe_product() returns trigger language plpgsql as $$
declare
  marks constant text := '[[:space:]!-/:-@[-`{-~]';
  sent constant text[] := (string_to_array(new.search_text, e'\n') || '{"","","","","",""}'::text[])[1:6];
  dominance constant text := case
    when new.type = 'merch' or coalesce(new.indica, new.sativa) is null then ''
    when coalesce(new.indica, 100 - new.sativa) >= 60 then 'indica'
    when coalesce(new.sativa, 100 - new.indica) >= 60 then 'sativa'
    else 'hibrida' end;
  range real[];
  whole text;
begin
  whole := concat_ws(e'\n', array_to_string(sent, e'\n'),
    trim(regexp_replace(folded(new.effects), '\s+', ' ', 'g')),
    dominance,
    case when sent[1] ~ marks then regexp_replace(sent[1], marks, '', 'g') else '' end,
    (select coalesce(string_agg(regexp_replace(part, '[!-/:-@[-`{-~]', '', 'g'), ' '), '')
      from unnest(array[sent[2], sent[3], regexp_replace(sent[4], '\s', '', 'g'), regexp_replace(sent[5], '\s', '', 'g')])
        with ordinality as p (part, place)
      where part ~ '[!-+./:-@[-`{-~-]' or (place > 2 and part <> sent[place + 1])));
  -- An entry of the index of names has at most 2,700 bytes.
  new.search_text := case when octet_length(whole) <= 2500 then whole else array_to_string(sent, e'\n') end;
  new.tags := array(
    select 'type:' || new.type
    union all select 'brand:' || sent[4] where sent[4] <> ''
    union all select 'dominance:' || dominance where dominance <> ''
    union all select 'aroma:' || part from parts_of(new.flavors) as part
    union all select 'effect:' || part from parts_of(new.effects) as part);
  range := fact_of(new.thc, 1, 100);
  new.thc_low := range[1]; new.thc_high := range[2];
  range := fact_of(new.cbd, 1, 100);
  new.cbd_low := range[1]; new.cbd_high := range[2];
  range := fact_of(new.flowering_time, days_factor(new.flowering_time), 400);
  new.flowering_low := range[1]; new.flowering_high := range[2];
  range := fact_of(new.height_indoor, centimetres_factor(new.height_indoor), 1000);
  new.height_low := range[1]; new.height_high := range[2];
  range := fact_of(new.yield_indoor, case when new.yield_indoor ~* 'kg' then 1000 else 1 end, 20000);
  new.yield_low := range[1]; new.yield_high := range[2];
  return new;
end
$$;
create trigger products_describe before insert or update of search_text, type, indica, sativa, thc, cbd, flavors, effects,
  flowering_time, height_indoor, yield_indoor on products
  for each row execute function describe_product();

update products set search_text = search_text;

create index products_tags on products using gin (tags) where deleted_at is null;
create index products_strongest on products (thc_high desc nulls last, id desc) where deleted_at is null;
create index products_earliest on products (flowering_low, id) where deleted_at is null;
create index products_heaviest on products (yield_high desc nulls last, id desc) where deleted_at is null;

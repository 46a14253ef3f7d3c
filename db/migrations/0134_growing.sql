-- Runs beside: 0.2.0
-- How hard a variety is to grow, and where: words of `src/contract/catalog/growing.ts`, joined by commas. They are tags, too.
alter table products
  add column difficulty text not null default '',
  add column places text not null default '',
  add column zones text not null default '';

-- As in 0132, with these three.
create or replace function describe_product() returns trigger language plpgsql as $$
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
    union all select 'effect:' || part from parts_of(new.effects) as part
    union all select 'difficulty:' || part from parts_of(new.difficulty) as part
    union all select 'place:' || part from parts_of(new.places) as part
    union all select 'zone:' || part from parts_of(new.zones) as part);
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
drop trigger products_describe on products;
create trigger products_describe before insert or update of search_text, type, indica, sativa, thc, cbd, flavors, effects,
  flowering_time, height_indoor, yield_indoor, difficulty, places, zones on products
  for each row execute function describe_product();

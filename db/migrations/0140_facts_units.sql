-- Runs beside: 0.2.0
-- Spellings that 0139 read wrongly: '8 1/2 semanas', '8 semanas y media', '400 g a 1 kg', '1,5 g/W', '16 oz', '120 g/planta' indoors,
-- '15 de octubre', '15/04'. And facts for searches alone: the time from seed to harvest, height and yield outdoors. Searches also read
-- descriptions when nothing else is found.

-- Halves and quarters as decimals: '8 ½', '8 1/2', '8 semanas y media', '1/2 kg'.
create function with_decimals(value text) returns text language sql immutable parallel safe as $$
  -- A session keeps 32 patterns ready, so that most texts must do with few.
  select case when translate(value, '½¼¾/', '') = value and value not ilike '%y medi%' then value else regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(
      regexp_replace(
        replace(replace(replace(value, '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4'),
        '(\d)(\s*(?:semanas?|sem\.?|meses|mes|metros?|mts?|m|kilos?|kg))?\s+y\s+medi[oa](?![a-z])', '\1 1/2\2', 'gi'),
      '(\d)\s+(?:y\s+)?1/2(?!\d)', '\1,5', 'g'), '(\d)\s+(?:y\s+)?1/4(?!\d)', '\1,25', 'g'), '(\d)\s+(?:y\s+)?3/4(?!\d)', '\1,75', 'g'),
    '(?<![\d,./])1/2(?=\s*k(?:g|ilo))', '0,5', 'gi') end
$$;

-- What is in brackets counts when nothing is before it.
create function told_in(value text) returns text language sql immutable parallel safe as $$
  select case when split_part(value, '(', 1) ~ '\d' then split_part(value, '(', 1) else value end
$$;

-- The first two numbers of a text, ascending, times a factor or their own unit. Two numbers with a colon are a proportion; grams per
-- watt, ounces and feet are no facts of ours.
create or replace function fact_of(value text, factor real, most real) returns real[] language plpgsql immutable parallel safe as $$
declare
  told text := split_part(value, '(', 1);
  found text[];
  n real;
  low real;
  high real;
begin
  if told !~ '\d' then told := value; end if;
  if told ~* '(?:/|por|per|x)\s*(?:w|watts?|wats?|vatios?)(?![a-z])|\d\s*(?:(?:mg|oz|onzas?|lbs?|libras?|pies?|ft|feet|in|inch|inches|pulgadas?)(?![a-z])|["″''′])'
    or (strpos(value, ':') > 0 and value ~ '\d\s*:\s*\d') then return null; end if;
  if translate(told, '½¼¾/', '') <> told or told ilike '%y medi%' then told := with_decimals(told); end if;
  if told like '%2%' or strpos(told, '²') > 0 then
    told := regexp_replace(told, 'm(?:ts?|trs?|etros?)?\.?\s?\^?[2²](?!\d)', '', 'gi');
  end if;
  if strpos(told, '.') > 0 then told := regexp_replace(told, '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'); end if;
  for found in
    select each from regexp_matches(told,
      '(\d{1,6}(?:[.,]\d{1,3})?)(?:\s*(c?m|k?g|kilo)(?:s|ts?|trs?|etros?|rs?|ramos?)?(?![a-z0-9]))?', 'gi') as each limit 2
  loop
    n := replace(found[1], ',', '.')::real
      * case lower(found[2]) when 'cm' then 1 when 'm' then 100 when 'g' then 1 when 'kg' then 1000 when 'kilo' then 1000 else factor end;
    low := least(low, n); high := greatest(high, n);
  end loop;
  return case when high <= most then array[low, high] end;
end
$$;

-- A date is not a time.
create or replace function days_factor(value text) returns real language sql immutable parallel safe as $$
  select case
    when told_in(value) ~* 'enero|febrero|marzo|abril|mayo(?![a-zí])|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|\d\s*/\s*0\d|\d/\d+/\d' then null
    when value ~* '(?<![a-z])d[ií]a' and (value not ilike '%sem%' or value !~* 'sem.*(?<![a-z])d[ií]a') then 1
    when value ilike '%sem%' then 7 when value ilike '%mes%' then 30
    when substring(value from '\d+')::numeric <= 20 then 7 else 1 end
$$;
-- Of days and weeks the first: '63 días / 9 semanas'; not the 'dia' of 'media'.
create or replace function time_in(value text) returns text language sql immutable parallel safe as $$
  select case when told ilike '%sem%' and told ~* '(?<![a-z])d[ií]a'
    then coalesce(substring(told from '(?i)^.*?\d.*?(?:sem|(?<![a-z])d[ií]a)'), told) else told end
  from (select with_decimals(value) as told) as decimals
$$;
create function grams_factor(value text) returns real language sql immutable parallel safe as $$
  select case when value ilike '%kg%' or value ilike '%kilo%' then 1000 else 1 end
$$;

create or replace function centimetres_factor(value text) returns real language sql immutable parallel safe as $$
  select case when value ilike '%cm%' then 1 when value ~* '\d\s*m' then 100
    when substring(value from '\d+')::numeric < 10 then 100 else 1 end
$$;
create or replace function percent_of(value text, other text) returns real[] language sql immutable parallel safe as $$
  select case when strpos(lower(split_part(value, '(', 1)), other) = 0 then fact_of(value, 1, 100) end
$$;

alter table products
  -- Days; centimetres; grams of a plant. Null: not known, or not understood.
  add column cycle_low real, add column cycle_high real,
  add column outdoor_height_low real, add column outdoor_height_high real,
  add column outdoor_yield_low real, add column outdoor_yield_high real;

-- As in 0139, with these.
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
  -- Most of a shop's goods have few of them, and nothing to read is no work.
  range := case when new.thc <> '' then percent_of(new.thc, 'cbd') end;
  new.thc_low := range[1]; new.thc_high := range[2];
  range := case when new.cbd <> '' then percent_of(new.cbd, 'thc') end;
  new.cbd_low := range[1]; new.cbd_high := range[2];
  range := case when new.flowering_time <> '' then fact_of(time_in(new.flowering_time), days_factor(time_in(new.flowering_time)), 400) end;
  new.flowering_low := range[1]; new.flowering_high := range[2];
  range := case when new.completed_cicle <> '' then fact_of(time_in(new.completed_cicle), days_factor(time_in(new.completed_cicle)), 400) end;
  new.cycle_low := range[1]; new.cycle_high := range[2];
  range := case when new.height_indoor <> '' then fact_of(new.height_indoor, centimetres_factor(new.height_indoor), 1000) end;
  new.height_low := range[1]; new.height_high := range[2];
  range := case when new.height_outdoor <> '' then fact_of(new.height_outdoor, centimetres_factor(new.height_outdoor), 1000) end;
  new.outdoor_height_low := range[1]; new.outdoor_height_high := range[2];
  -- A plant's grams are not those of a square metre.
  range := case when new.yield_indoor <> '' and told_in(new.yield_indoor) not ilike '%plant%' then fact_of(new.yield_indoor, grams_factor(new.yield_indoor), 20000) end;
  new.yield_low := range[1]; new.yield_high := range[2];
  range := case when new.yield_outdoor <> '' and told_in(new.yield_outdoor) !~* 'm(?:ts?|trs?|etros?)?\.?\s?\^?[2²](?!\d)' then
    fact_of(new.yield_outdoor, grams_factor(new.yield_outdoor), 20000) end;
  new.outdoor_yield_low := range[1]; new.outdoor_yield_high := range[2];
  return new;
end
$$;
drop trigger products_describe on products;
create trigger products_describe before insert or update of search_text, type, indica, sativa, thc, cbd, flavors, effects,
  flowering_time, completed_cicle, height_indoor, height_outdoor, yield_indoor, yield_outdoor, difficulty, places, zones on products
  for each row execute function describe_product();

update products set search_text = search_text;

create index products_described on products using gin (to_tsvector('simple', folded(description))) where deleted_at is null;

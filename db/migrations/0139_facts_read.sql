-- Runs beside: 0.2.0
-- Spellings of breeders that 0132 read wrongly or not at all: 'THC: 22 %', 'Alto (22 %)', '63 días / 9 semanas', '15 de abril',
-- '80 cm a 1,2 m', '1m20', '450 g/m^2', '450 g/mt2', 'THC 22 %, CBD 1 %'.

-- The first two numbers of a text, ascending, times a factor or their own unit of length. What is in brackets counts when
-- nothing is before it. Two numbers with a colon are a proportion.
create or replace function fact_of(value text, factor real, most real) returns real[] language sql immutable parallel safe as $$
  select case when value !~ '\d\s*:\s*\d' and max(n) <= most then array[min(n), max(n)] end
  from (
    select replace(found[1], ',', '.')::real * case lower(found[2]) when 'cm' then 1 when 'm' then 100 else factor end as n
    from regexp_matches(
      regexp_replace(regexp_replace(
        case when split_part(value, '(', 1) ~ '\d' then split_part(value, '(', 1) else value end,
        'm(?:ts?|trs?|etros?)?\.?\s?\^?[2²](?!\d)', '', 'gi'), '(\d)\.(\d{3})(?!\d)', '\1\2', 'g'),
      '(\d{1,6}(?:[.,]\d{1,3})?)(?:\s*(c?m)(?:s|ts?|trs?|etros?)?(?![a-z0-9]))?', 'gi') as found
    limit 2
  ) as numbers
$$;
-- A date is not a time.
create or replace function days_factor(value text) returns real language sql immutable parallel safe as $$
  select case when value ~* 'enero|febrero|marzo|abril|mayo|junio' then null
    when value ~* 'd[ií]a' and value !~* 'sem.*d[ií]a' then 1 when value ~* 'sem' then 7 when value ~* 'mes' then 30
    when substring(value from '\d+')::numeric <= 20 then 7 else 1 end
$$;
-- Of days and weeks the first: '63 días / 9 semanas'.
create function time_in(value text) returns text language sql immutable parallel safe as $$
  select case when value ~* 'sem' and value ~* 'd[ií]a'
    then coalesce(substring(value from '(?i)^.*?\d.*?(?:sem|d[ií]a)'), value) else value end
$$;
-- Percent of the one; a text that names the other too is not understood.
create function percent_of(value text, other text) returns real[] language sql immutable parallel safe as $$
  select case when split_part(value, '(', 1) !~* other then fact_of(value, 1, 100) end
$$;

-- As in 0134, with these.
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
  range := percent_of(new.thc, 'cbd');
  new.thc_low := range[1]; new.thc_high := range[2];
  range := percent_of(new.cbd, 'thc');
  new.cbd_low := range[1]; new.cbd_high := range[2];
  range := fact_of(time_in(new.flowering_time), days_factor(time_in(new.flowering_time)), 400);
  new.flowering_low := range[1]; new.flowering_high := range[2];
  range := fact_of(new.height_indoor, centimetres_factor(new.height_indoor), 1000);
  new.height_low := range[1]; new.height_high := range[2];
  range := fact_of(new.yield_indoor, case when new.yield_indoor ~* 'kg' then 1000 else 1 end, 20000);
  new.yield_low := range[1]; new.yield_high := range[2];
  return new;
end
$$;

update products set search_text = search_text;

-- Runs beside: 0.2.0
-- Searches compare folded text, the same as `plainText` of src/contract/plain-text.ts: without case, accents, quotes and
-- invisible characters. Case by a table, as lower() depends on the locale of the database.
create function folded(value text) returns text language sql immutable parallel safe as $$
  select translate(
    normalize(
      regexp_replace(
        regexp_replace(normalize(replace(value, '´', ''), nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''"`\u02bc\u2018-\u201f\u2032-\u2034\u00ab\u00bb\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
        '[\u2010-\u2015\u2212]', '-', 'g'),
      nfc),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØÆŒŁĐÐÞẞßıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯøæœłđðþ',
    'abcdefghijklmnopqrstuvwxyzoaolddtssiαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяoaolddt')
$$;

drop index orders_recipient;
create index orders_recipient on orders using gin (folded(recipient_name) gin_trgm_ops);
drop index orders_contact;
create index orders_contact on orders using gin (folded(customer_phone || ' ' || customer_email) gin_trgm_ops);
drop index users_names;
create index users_names on users using gin (folded(username || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
drop index users_emails;
create index users_emails on users using gin (folded(email) gin_trgm_ops);
create index users_phones on users using gin (phone gin_trgm_ops);
drop index warranty_claims_search;
create index warranty_claims_search on warranty_claims using gin (
  folded(name || ' ' || email || ' ' || order_number || ' ' || product_name) gin_trgm_ops
);
drop index activity_log_search;
create index activity_log_search on activity_log using gin (folded(description) gin_trgm_ops);

-- The text of products is stored, with a line for each field.
update products p set search_text = f.search_text
from (
  select id, (
    select string_agg(trim(regexp_replace(folded(l.line), '\s+', ' ', 'g')), e'\n' order by l.n)
    from unnest(string_to_array(search_text, e'\n')) with ordinality as l (line, n)
  ) as search_text
  from products
) f
where f.id = p.id and f.search_text <> p.search_text;
-- Orders are found by names of their products, deleted ones too.
create index products_names on products using gin (split_part(search_text, e'\n', 1) gin_trgm_ops);

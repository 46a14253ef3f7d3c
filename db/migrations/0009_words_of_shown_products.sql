-- Only words of products that visitors see: a correction must not reveal the name of a hidden or removed one.
create function words_of(search_text text) returns setof text language sql immutable as $$
  select distinct word from regexp_split_to_table(search_text, '[[:space:][:punct:][:digit:]]+') as word
  where length(word) between 3 and 40
  order by word
$$;

create or replace function note_search_words() returns trigger language plpgsql as $$
declare
  is_shown constant boolean := new.available and new.deleted_at is null;
begin
  if tg_op = 'UPDATE' and old.available and old.deleted_at is null then
    delete from search_words where word in (
      select words_of(old.search_text) except select words_of(new.search_text) where is_shown
    ) and not exists (
      select from products
      where available and deleted_at is null and search_text like '%' || search_words.word || '%'
    );
  end if;
  if is_shown then
    insert into search_words (word) select words_of(new.search_text) on conflict do nothing;
  end if;
  return null;
end
$$;
drop trigger products_note_search_words on products;
create trigger products_note_search_words after insert or update of search_text, available, deleted_at on products
  for each row execute function note_search_words();

delete from search_words;
insert into search_words (word)
select distinct words_of(search_text) from products where available and deleted_at is null;

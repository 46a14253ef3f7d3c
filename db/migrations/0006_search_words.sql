-- Every word products can be found by, for searches with a typo: the nearest words are looked up here, among some
-- thousands, instead of comparing each search with the texts of all products.
create table search_words (
  word text primary key
);
-- In order of likeness: https://www.postgresql.org/docs/15/pgtrgm.html#PGTRGM-INDEX
create index search_words_nearest on search_words using gist (word gist_trgm_ops);

-- Words only: a wrong digit names another thing. What products no longer say stays, and finds nothing. In order, so that
-- two who save at once wait for each other and not in a circle.
create function note_search_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word)
  select distinct word from regexp_split_to_table(new.search_text, '[[:space:][:punct:][:digit:]]+') as word
  where length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger products_note_search_words after insert or update of search_text on products
  for each row execute function note_search_words();

insert into search_words (word)
select distinct word from products, regexp_split_to_table(search_text, '[[:space:][:punct:][:digit:]]+') as word
where length(word) between 3 and 40;

-- Runs beside: 0.2.0
-- A search that is not made of words of the catalogue may be a person's name: it is kept only when several people typed it.
-- Of those already stored the number of people is not known; what was searched less than three times on a day goes.
delete from search_terms t
where t.searches < 3 and exists (
  select from regexp_split_to_table(t.term, '[[:space:][:punct:][:digit:]]+') as typed (word)
  where length(word) >= 3 and not exists (select from search_words s where s.word like typed.word || '%'));

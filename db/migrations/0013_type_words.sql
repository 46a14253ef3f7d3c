-- Products are found by the words of their type: the last line of the search text.
update products set search_text = search_text || e'\n' || case type
  when 'fem' then 'feminizadas fotoperiodicas'
  when 'auto' then 'automaticas'
  when 'reg' then 'regulares'
  else 'merchandising'
end;

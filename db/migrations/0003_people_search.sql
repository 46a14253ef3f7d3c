-- People are found by username, name and surname together, without accents: in their own list and in that of the orders.
create index users_names on users
  using gin (translate(lower(username || ' ' || first_name || ' ' || last_name), 'áéíóúüñ', 'aeiouun') gin_trgm_ops);

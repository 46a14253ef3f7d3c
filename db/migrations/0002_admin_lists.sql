-- What the lists of the back office need once there are years of rows: a first page, a count and a search each from an index.

-- The tabs count by status and archive without reading the orders.
drop index orders_status;
create index orders_status on orders (status, created_at desc, id desc) include (is_archived);

-- Names are searched without their accents, as people type them.
drop index orders_recipient;
create index orders_recipient on orders
  using gin (translate(lower(recipient_name), 'áéíóúüñ', 'aeiouun') gin_trgm_ops);

-- The log of one person: searches for a name, and what an account did.
create index activity_log_user on activity_log (user_id, created_at desc, id desc) where user_id is not null;

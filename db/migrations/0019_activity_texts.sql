-- Texts that people wrote about people, before and after, of entries of the log. The entries themselves are never changed;
-- these rows are erased with the account that they are about (docs/decisions/0025-texts-of-the-log.md).
create table activity_texts (
  activity_id bigint not null references activity_log,
  field text not null,
  before text not null,
  after text not null,
  primary key (activity_id, field)
);

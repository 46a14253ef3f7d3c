-- Runs beside: 0.2.0
-- Which mail is next: codes and links first, and among equals one of each person before the second of anybody. `rank` is 0 for
-- codes and links of an account, 1 for those of people without one, 2 for the rest; `turn` counts the mails of its person
-- and rank that waited before it. Mails of older instances are of rank 2 and turn 0.
alter table outbox add column rank smallint not null default 2, add column turn integer not null default 0;
create index outbox_next on outbox (rank, turn, next_attempt_at, id) where sent_at is null and failed_at is null;
create index outbox_waiting_of on outbox ((coalesce(user_id::text, lower(recipient))), rank, turn)
  where sent_at is null and failed_at is null;

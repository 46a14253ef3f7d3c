-- Runs beside: 0.2.0
-- Who wants to be told once a presentation has stock again; the row goes with the mail.
create table stock_notices (
  user_id integer not null references users on delete cascade,
  blister_id integer not null references blisters,
  created_at timestamptz not null,
  primary key (user_id, blister_id)
);
create index stock_notices_waiting on stock_notices (blister_id, created_at, user_id);

-- When the last mails went while more people waited: the next ones go a day later.
alter table blisters add column notices_mailed_at timestamptz;

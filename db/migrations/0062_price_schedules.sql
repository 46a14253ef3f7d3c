-- Runs beside: 0.2.0
alter table price_runs drop constraint price_runs_kind_check;
alter table price_runs
  add constraint price_runs_kind check (kind in ('percent', 'amount', 'discount', 'sheet', 'undo', 'grid')) not valid;
alter table price_runs validate constraint price_runs_kind;

-- A change of many prices at a time to come. When it is made it becomes a run, whose table only grows.
create table price_schedules (
  id integer generated always as identity primary key,
  rule jsonb not null,
  state text not null default 'scheduled'
    check (state in ('scheduled', 'applied', 'partial', 'failed', 'cancelled')),
  apply_at timestamptz not null,
  -- No foreign key: the table of runs only grows.
  run_id integer,
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- Somebody read that it was not made whole.
  seen_at timestamptz,
  check ((state = 'scheduled') = (closed_at is null))
);
create index price_schedules_due on price_schedules (apply_at, id) where state = 'scheduled';
create index price_schedules_failed on price_schedules (closed_at, id)
  where state in ('partial', 'failed') and seen_at is null;
create index price_schedules_user on price_schedules (user_id);

-- What it will change: centavos, percent. `is_done` is null until then.
create table price_schedule_rows (
  schedule_id integer not null references price_schedules on delete cascade,
  blister_id integer not null references blisters,
  old_price bigint not null,
  new_price bigint not null,
  old_discount numeric(5, 2) not null,
  new_discount numeric(5, 2) not null,
  is_done boolean,
  primary key (schedule_id, blister_id)
);
create index price_schedule_rows_blister on price_schedule_rows (blister_id);

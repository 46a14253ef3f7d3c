-- Runs beside: 0.2.0
-- A change of many prices at once, and what it changed. `rule` is what was asked for; the sums are of the prices before and
-- after, in centavos.
create table price_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('percent', 'amount', 'sheet', 'undo')),
  rule jsonb not null,
  changed integer not null check (changed > 0),
  sum_old bigint not null,
  sum_new bigint not null,
  -- A run can be undone once.
  undo_of integer unique references price_runs,
  -- No foreign keys: runs and history outlive accounts.
  user_id integer,
  created_at timestamptz not null,
  check ((kind = 'undo') = (undo_of is not null))
);

-- The history of prices: the last row of a presentation is its price and discount today. Money in centavos; the old ones
-- are null where a history begins.
create table price_changes (
  id bigint generated always as identity primary key,
  blister_id integer not null references blisters,
  run_id integer references price_runs,
  old_price bigint,
  new_price bigint not null check (new_price between 0 and 9999999999),
  old_discount numeric(5, 2),
  new_discount numeric(5, 2) not null check (new_discount between 0 and 100),
  user_id integer,
  created_at timestamptz not null
);
create index price_changes_blister on price_changes (blister_id, id);
create index price_changes_run on price_changes (run_id) where run_id is not null;

create trigger price_runs_is_append_only before update or delete on price_runs
  for each row execute function refuse_change();
create trigger price_runs_is_not_truncated before truncate on price_runs
  for each statement execute function refuse_change();
create trigger price_changes_is_append_only before update or delete on price_changes
  for each row execute function refuse_change();
create trigger price_changes_is_not_truncated before truncate on price_changes
  for each statement execute function refuse_change();

-- Where each history begins: the price of today, removed presentations included.
insert into price_changes (blister_id, new_price, new_discount, created_at)
select id, price, discount, now() from blisters order by id;

-- Runs beside: 0.2.0
-- A count of the shelf, a line for each presentation counted. `expected`: what should have lain there when it was typed.
create table stock_counts (
  id integer generated always as identity primary key,
  state text not null default 'open' check (state in ('open', 'applied', 'discarded')),
  note text not null default '' check (length(note) <= 200),
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer references users on delete set null,
  check ((state = 'open') = (closed_at is null))
);
-- One at a time.
create unique index stock_counts_open on stock_counts (state) where state = 'open';
create index stock_counts_user on stock_counts (user_id) where user_id is not null;
create index stock_counts_closed_by on stock_counts (closed_by) where closed_by is not null;

create table stock_count_lines (
  count_id integer not null references stock_counts on delete cascade,
  blister_id integer not null references blisters,
  counted integer not null check (counted between 0 and 1000000),
  expected integer not null check (expected >= 0),
  -- Units that the count added; null while it is open, and where they were refused.
  applied integer,
  counted_by integer references users on delete set null,
  counted_at timestamptz not null,
  primary key (count_id, blister_id)
);
create index stock_count_lines_blister on stock_count_lines (blister_id);
create index stock_count_lines_counted_by on stock_count_lines (counted_by) where counted_by is not null;

-- No foreign key, as for orders: the ledger outlives what it names.
alter table stock_movements add column count_id integer;

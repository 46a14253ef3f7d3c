-- Runs beside: 0.1.0
-- Withdrawals from a purchase (law 24.240, art. 34). Anybody can send one; nothing of it depends on whether the order exists.
create table regret_requests (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^ARR-[0-9A-HJKMNP-TV-Z]{8}$'),
  order_number text not null check (length(order_number) <= 40),
  name text not null check (length(name) <= 100),
  email text not null,
  phone text not null default '' check (length(phone) <= 40),
  reason text not null default '' check (length(reason) <= 500),
  user_id integer references users on delete set null,
  -- Only an order of the same account or e-mail.
  order_id integer references orders on delete set null,
  status text not null default 'received' check (status in ('received', 'accepted', 'not_applicable', 'done')),
  answer text not null default '' check (length(answer) <= 2000),
  received_at timestamptz not null,
  answered_at timestamptz,
  answered_by integer references users on delete set null,
  version integer not null default 1
);
create index regret_requests_newest on regret_requests (received_at desc, id desc);
create index regret_requests_status on regret_requests (status, received_at desc, id desc);
create index regret_requests_user on regret_requests (user_id);
create index regret_requests_order on regret_requests (order_id);
create index regret_requests_answered_by on regret_requests (answered_by);

-- Pages of text: terms, privacy … The text shown is the newest version that was published.
create table content_pages (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text not null check (length(title) between 1 and 120),
  body text not null check (length(body) <= 50000),
  is_published boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- What a page said at any time, as consents and disputes refer to it.
create table content_versions (
  page_id integer not null references content_pages,
  version integer not null,
  title text not null,
  body text not null,
  is_published boolean not null,
  -- No foreign key: rows stay as they are when an account is deleted.
  saved_by integer,
  saved_at timestamptz not null,
  primary key (page_id, version)
);
create trigger content_versions_is_append_only before update or delete on content_versions
  for each row execute function refuse_change();
create trigger content_versions_is_not_truncated before truncate on content_versions
  for each statement execute function refuse_change();

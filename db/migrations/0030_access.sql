-- Runs beside: 0.1.0
-- Requests for an account. `waiting` has shown by a code that the address is its own, and is answered by an admin.
create table access_requests (
  id integer generated always as identity primary key,
  -- In lower case.
  email text not null,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  phone text not null default '' check (length(phone) <= 40),
  message text not null default '' check (length(message) <= 500),
  adult_declared_at timestamptz not null,
  -- Of the pages that were published then; null without one.
  terms_version integer,
  privacy_version integer,
  code_hmac bytea not null,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  status text not null default 'unverified'
    check (status in ('unverified', 'waiting', 'approved', 'rejected', 'expired')),
  -- Null when the shop is open to everybody.
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  user_id integer references users on delete cascade,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index access_requests_open on access_requests (email) where status in ('unverified', 'waiting');
create index access_requests_email on access_requests (email);
create index access_requests_listed on access_requests (status, created_at desc, id desc);
create index access_requests_user on access_requests (user_id);
create index access_requests_decided_by on access_requests (decided_by);

-- Links that open an account for one address. Only the hash of the token is kept.
create table invitations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  email text not null,
  request_id integer references access_requests on delete set null,
  created_by integer references users on delete set null,
  label text not null default '' check (length(label) <= 100),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  user_id integer references users on delete cascade
);
-- A new one for the same address takes the place of the one before.
create unique index invitations_open on invitations (email) where used_at is null and revoked_at is null;
create index invitations_listed on invitations (created_at desc, id desc) where used_at is null and revoked_at is null;
create index invitations_email on invitations (email);
create index invitations_request on invitations (request_id);
create index invitations_created_by on invitations (created_by);
create index invitations_user on invitations (user_id);

-- What a person agreed to, and to which version of its page (`content_versions`).
create table consents (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('adult', 'terms', 'privacy')),
  version integer,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create index consents_user on consents (user_id);

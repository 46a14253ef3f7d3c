-- Runs beside: 0.1.0
-- Links in mails that let their reader set a new password. Only the hash of the link's token is kept; one live link an account.
create table mail_links (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  -- It works while the account has this address.
  email text not null,
  expires_at timestamptz not null
);
create index mail_links_expiry on mail_links (expires_at);

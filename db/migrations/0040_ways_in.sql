-- Runs beside: 0.2.0
-- The second factor of an account: the key of an authenticator app, sealed under a key derived from SHOP_SECRET.
create table totp (
  user_id integer primary key references users on delete cascade,
  sealed_key bytea not null,
  created_at timestamptz not null,
  -- Null until the owner has entered a first code: it is asked for from then on.
  confirmed_at timestamptz,
  -- The thirty seconds, counted from 1970, of the newest code that was used: no code is used twice.
  last_step integer not null default 0
);

-- For who has lost the app. Hashed without SHOP_SECRET, so that they work after a restore under another one.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in that still needs its second factor. Only the hash of the token is kept.
create table login_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expiry on login_challenges (expires_at);

-- Links in mails that open a session. One live link an account.
create table sign_in_links (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  -- It works while the account has this address.
  email text not null,
  expires_at timestamptz not null
);
create index sign_in_links_expiry on sign_in_links (expires_at);

-- Keys that a device or a password manager keeps: https://www.w3.org/TR/webauthn-3/
create table passkeys (
  id integer generated always as identity primary key,
  -- As the browser names it, base64url.
  credential_id text not null unique check (length(credential_id) <= 1400),
  user_id integer not null references users on delete cascade,
  public_key bytea not null,
  -- Signatures made, as its device counts them; 0 where it does not.
  counter bigint not null,
  -- How the browser reaches it, separated by spaces.
  transports text not null default '',
  name text not null check (length(name) <= 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a passkey has to sign, once. Without an account for a sign-in: the passkey says whose it is.
create table webauthn_challenges (
  challenge_hash bytea primary key,
  user_id integer references users on delete cascade,
  expires_at timestamptz not null
);
create index webauthn_challenges_user on webauthn_challenges (user_id);
create index webauthn_challenges_expiry on webauthn_challenges (expires_at);

-- User names that look alike, for `lookalike` of src/server/db/lookalike.ts: 'adm1n' is not free beside 'admin'.
create index users_lookalike on users
  (replace(replace(translate(lower(username), '01i5', 'olls'), 'rn', 'm'), 'vv', 'w'));

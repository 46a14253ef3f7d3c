-- Runs beside: 0.2.0
-- What people recognise a session by. `agent` is in words ('Chrome en Android'), `address_hint` a /24 or /48, never the address.
alter table sessions
  add column number integer generated always as identity,
  add column agent text not null default '' check (length(agent) <= 60),
  add column address_hint text not null default '' check (length(address_hint) <= 50),
  -- Written when the session is renewed; null until then.
  add column seen_at timestamptz;

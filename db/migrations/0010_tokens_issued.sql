-- Tokens of a clock that ran ahead are refused once it is set back. The default is for instances of the previous version.
alter table session_tokens add column issued_at timestamptz not null default now();

-- Runs beside: 0.2.0
-- What a mail is about, so that it can be written again when it must be repeated. `kind` is a key of MAIL_KIND_LABEL
-- (contract/messages/mail-kinds.ts), null for mails of before.
alter table outbox
  add column kind text,
  add column claim_id integer,
  add column note_id integer,
  add column regret_id integer,
  -- The first mail of those that repeat it.
  add column resend_of bigint,
  -- An admin has dealt with it after it failed.
  add column settled_at timestamptz;
create index outbox_resends on outbox (resend_of) where resend_of is not null;

-- Runs beside: 0.2.0
-- The panel lists mails by state, newest first, and an admin may have a failed one tried again: its three days begin again then.
alter table outbox add column retried_at timestamptz;
create index outbox_sent on outbox (id) where sent_at is not null;

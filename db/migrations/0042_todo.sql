-- Runs beside: 0.1.0
-- Mails that failed are few among those that were sent.
create index outbox_failed on outbox (failed_at, id) where failed_at is not null;

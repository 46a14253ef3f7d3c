-- Runs beside: 0.2.0
-- When a session last showed password and second factor; null: only when it was opened.
alter table sessions add column proved_at timestamptz;

-- Runs beside: 0.2.0
-- The size of a presentation of merchandise; '' for seeds, and for merchandise without sizes to choose.
alter table blisters add column size text not null default '' check (length(size) <= 20);

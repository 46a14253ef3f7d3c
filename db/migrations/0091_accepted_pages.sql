-- Runs beside: 0.2.0
-- When the owner accepted a page of text; until then it is a draft. What is published was accepted by publishing it.
alter table content_pages add column accepted_at timestamptz;
update content_pages set accepted_at = updated_at where is_published;

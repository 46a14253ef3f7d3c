-- Runs beside: 0.2.0
-- The picture of a presentation, shown instead of the product's main one when it is chosen.
alter table blisters add column image text;

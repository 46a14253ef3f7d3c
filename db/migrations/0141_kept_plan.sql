-- Runs beside: 0.2.0
-- Keeps one plan for any number of presentations: planning again for each order takes longer than the query itself.
alter function pending_orders_of(integer, integer[]) set plan_cache_mode = force_generic_plan;

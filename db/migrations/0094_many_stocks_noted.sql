-- Runs beside: 0.2.0
-- A session keeps the plan of its first change of stock. After one of an order, of a single row, a change of all prices compared each
-- of 3,000 rows with each: half a second to two, as long as orders waited.
alter function note_stock() set enable_nestloop to off;

-- Runs beside: 0.2.0
-- The report finds the first line with a recorded discount without reading all the older ones.
create index order_lines_list_price on order_lines (id) where list_price is not null;

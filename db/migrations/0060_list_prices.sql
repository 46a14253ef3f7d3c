-- Runs beside: 0.2.0
-- Centavos: the price before its discount when the line was ordered. Null in older lines, and where there was no price.
alter table order_lines add column list_price bigint;
alter table order_lines add constraint order_lines_list_price check (list_price > 0) not valid;
alter table order_lines validate constraint order_lines_list_price;

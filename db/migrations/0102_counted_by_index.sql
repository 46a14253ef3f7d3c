-- Runs beside: 0.2.0
-- An index alone, small, counts what grows into many rows: orders in their tabs, orders of a product, and waiting mails
-- with the oldest of them.
create index orders_piles on orders (is_archived, status);
drop index order_lines_product;
create index order_lines_product on order_lines (product_id, order_id);
drop index outbox_due;
create index outbox_due on outbox (next_attempt_at) include (created_at) where sent_at is null and failed_at is null;

-- Runs beside: 0.2.0
-- Users are found by a part of their e-mail. Unused pictures are found by the order lines that show them.
create index users_emails on users using gin (lower(email) gin_trgm_ops);
create index order_lines_picture on order_lines (split_part(product_image, '/', 4));

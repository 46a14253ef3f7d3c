-- Whom, and which order, a mail is about: it is deleted with them. Null for a visitor. Without foreign keys, which every order
-- would wait for: removal locks the account or the order first, and ids are never given twice.
alter table outbox add column user_id integer, add column order_id integer;
create index outbox_user on outbox (user_id) where user_id is not null;
create index outbox_order on outbox (order_id) where order_id is not null;

-- Mails from before: the shop's copy by the order it names, the others by their recipient.
update outbox set order_id = orders.id, user_id = orders.user_id from orders
where orders.id::text = substring(outbox.subject from '^Pedido nuevo #([0-9]{1,9})$');
update outbox set user_id = users.id from users
where outbox.user_id is null and outbox.order_id is null and lower(users.email) = lower(outbox.recipient);
update outbox set order_id = orders.id from orders
where orders.user_id = outbox.user_id and orders.id::text = substring(outbox.subject from '^Recibimos tu pedido #([0-9]{1,9})$');

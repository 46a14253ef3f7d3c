-- Each order counts how many its customer has pending.
create index orders_pending on orders (user_id) where status = 'pending';

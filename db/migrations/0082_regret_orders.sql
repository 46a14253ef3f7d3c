-- Runs beside: 0.2.0
-- A withdrawal is linked to an order by the session of its account alone. Those that were linked by a typed e-mail are not any more:
-- number and e-mail stay as they were typed.
update regret_requests set order_id = null where user_id is null and email <> '' and order_id is not null;

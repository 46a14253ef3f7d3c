-- Runs beside: 0.2.0
-- A plan made while a table is small goes on to read all of it, as plans are kept until the next ANALYZE. What each order
-- reads of tables that grow with it is read by an index from the first day.

-- The turn of a person's next mail (0117).
create function next_turn(person text, of_rank integer) returns integer language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select coalesce(max(turn) + 1, 0) from outbox
    where coalesce(user_id::text, lower(recipient)) = person and rank = of_rank and sent_at is null and failed_at is null
  );
end $$;

-- A customer's pending orders and, of those that the customer placed, the units of these presentations.
create function pending_orders_of(customer integer, presentations integer[], out pending integer, out held json)
language plpgsql stable set enable_seqscan = off as $$
begin
  select count(*), coalesce(json_agg(alike.lines) filter (where alike.lines is not null), '[]') into pending, held
  from orders left join lateral (
    select json_agg(json_build_array(blister_id, quantity)) as lines from order_lines
    where order_id = orders.id and blister_id = any(presentations)
  ) as alike on channel = 'web'
  where user_id = customer and status = 'pending';
end $$;

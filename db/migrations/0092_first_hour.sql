-- Runs beside: 0.2.0
-- The first steps stay until they are done, no longer until the first order: a shop that sells already does not see them.
insert into settings (key, value, updated_at)
select 'first_hour_over', 'true'::jsonb, now()
where exists (select from orders)
on conflict (key) do nothing;

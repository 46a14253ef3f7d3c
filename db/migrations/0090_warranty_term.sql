-- Runs beside: 0.2.0
-- A shop that is already running keeps its term of thirty days for claims; a new one has none until its owner writes one.
insert into settings (key, value, updated_at)
select 'warranty_days', '30'::jsonb, now()
where exists (select from users)
on conflict (key) do nothing;

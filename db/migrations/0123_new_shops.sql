-- Runs beside: 0.2.0
-- New shops limit what one customer's pending orders hold, and their reservations end. A shop that is already running keeps
-- its ways until its owner changes them.
insert into settings (key, value, updated_at)
select former.key, '0'::jsonb, now()
from (values ('max_pending_units'), ('pending_expiry_days')) as former (key)
where exists (select from users)
on conflict (key) do nothing;

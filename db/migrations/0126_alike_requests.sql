-- Runs beside: 0.2.0
-- A request is shown beside others that look like the same person's.
create index access_requests_name on access_requests (folded(first_name || ' ' || last_name));
create index access_requests_phone on access_requests (right(regexp_replace(phone, '\D', '', 'g'), 6)) where phone <> '';

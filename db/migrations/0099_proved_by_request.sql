-- Runs beside: 0.2.0
-- An account that came from a request has proved its address. Only the invitation said so, and backups have none: now
-- the address is verified since the request confirmed it, which is earlier than the account.
update users set email_verified_at = i.created_at from invitations i
where i.user_id = users.id and i.request_id is not null and users.email_verified_at = users.created_at
  and lower(i.email) = lower(users.email);

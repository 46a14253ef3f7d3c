-- Runs beside: 0.2.0
-- What an account of the shop may do; whether it is one, `is_staff` and `is_superuser` say. Null reads as owner: accounts
-- that the release before creates have none.
alter table users add column role text;
alter table users
  add constraint users_role check (role in ('owner', 'sales', 'stock', 'read')) not valid;
alter table users validate constraint users_role;
update users set role = 'owner' where is_staff or is_superuser;

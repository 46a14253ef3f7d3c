-- Two roles for a shop on PostgreSQL: `surbrote_owner` owns the tables and changes them (npm run shop -- migrate),
-- `surbrote_app` is the role that the shop runs as: it reads and writes rows, cannot change tables, and can only add to
-- the activity log, the ledgers of stock and lots and the history of prices.
--
-- Run it on the shop's own database as a superuser, before the first start or later. It can be repeated:
--   psql -v ON_ERROR_STOP=1 -d surbrote -f deploy/roles.sql
-- then give both a password: \password surbrote_owner, \password surbrote_app

do $$
begin
  if not exists (select from pg_roles where rolname = 'surbrote_owner') then create role surbrote_owner login; end if;
  if not exists (select from pg_roles where rolname = 'surbrote_app') then create role surbrote_app login; end if;
  execute format('grant create, connect, temporary on database %I to surbrote_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to surbrote_app', current_database());
end
$$;

-- PostgreSQL 14 and older let every role create tables here.
revoke create on schema public from public;
grant usage, create on schema public to surbrote_owner;
grant usage on schema public to surbrote_app;

-- Tables and functions of a shop that ran with one role until now become the owner's.
do $$
declare one record;
begin
  for one in
    select oid::regprocedure as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s owner to surbrote_owner', one.name);
  end loop;
  for one in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I owner to surbrote_owner', one.tablename);
  end loop;
end
$$;

-- Rights on the existing tables, and on those that later migrations of the owner add.
grant select, insert, update, delete on all tables in schema public to surbrote_app;
grant usage, select on all sequences in schema public to surbrote_app;
alter default privileges for role surbrote_owner in schema public
  grant select, insert, update, delete on tables to surbrote_app;
alter default privileges for role surbrote_owner in schema public grant usage, select on sequences to surbrote_app;

-- Tables that are only added to. Those that a later migration creates are protected by `migrate` itself.
do $$
declare kept text;
begin
  foreach kept in array array['activity_log', 'stock_movements', 'price_runs', 'price_changes', 'lot_movements', 'content_versions', 'schema_migrations'] loop
    if to_regclass(format('public.%I', kept)) is not null then
      execute format('revoke update, delete, truncate on public.%I from surbrote_app', kept);
    end if;
  end loop;
  -- Payments may be voided.
  if to_regclass('public.order_payments') is not null then
    revoke delete, truncate on public.order_payments from surbrote_app;
  end if;
  if to_regclass('public.schema_migrations') is not null then
    revoke insert on public.schema_migrations from surbrote_app;
  end if;
end
$$;

-- Runs beside: 0.2.0
-- `shop activity archive` removes old entries of the log after writing a copy (docs/decisions/0064-archived-activity.md). The
-- trigger lets its transactions delete what is older than six months; updates are refused as before.
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('surbrote.archives', true) = 'activity_log'
    and old.created_at < now() - interval '6 months' then
    return old;
  end if;
  raise exception 'rows of % are only ever added', tg_table_name using errcode = 'raise_exception';
end
$$;
drop trigger activity_log_is_append_only on activity_log;
create trigger activity_log_is_append_only before update or delete on activity_log
  for each row execute function refuse_log_change();

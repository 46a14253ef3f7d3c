-- Runs beside: 0.2.0
-- What is packed is not what is ordered any more; the next mark of its delivery takes this back.
alter table orders add column changed_after_prepared boolean not null default false;
update orders o set changed_after_prepared = true
where status = 'pending' and prepared_at is null and (
  select log.changes ? 'prepared_at' from activity_log log
  where log.entity = 'order' and log.entity_id = o.id
    and (log.changes ? 'prepared_at' or log.changes ? 'delivery_state')
  order by log.created_at desc, log.id desc limit 1);
update orders set prepared_at = null, changed_after_prepared = true
where status = 'cancelled' and prepared_at is not null and handed_at is null;

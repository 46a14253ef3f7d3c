-- Runs beside: 0.2.0
-- The answer to a withdrawal is about a person: as the texts of a claim, its earlier words are kept where they can be erased.
-- Entries of the log that already hold them are changed this once, by the owner of the table
-- (docs/decisions/0025-texts-of-the-log.md).
alter table activity_log disable trigger activity_log_is_append_only;
insert into activity_texts (activity_id, field, before, after)
select a.id, 'answer', coalesce(a.changes #>> '{answer,before}', ''), coalesce(a.changes #>> '{answer,after}', '')
from activity_log a join regret_requests r on r.id = a.entity_id
where a.entity = 'regret_request' and a.changes ? 'answer' and r.email <> ''
on conflict do nothing;
update activity_log
set changes = jsonb_set(changes, '{answer}', '{"before": "texto borrado", "after": "texto borrado"}')
where entity = 'regret_request' and changes ? 'answer';
alter table activity_log enable trigger activity_log_is_append_only;

-- Withdrawals and claims of people who were forgotten before.
update regret_requests set answer = '', order_number = '' where email = '';

-- A claim without its person has no photos: without an e-mail it is one.
alter table warranty_claims drop constraint warranty_claims_check1;
alter table warranty_claims add constraint warranty_claims_photos
  check (num_nonnulls(photo1, photo2, photo3) >= 1 or email = '') not valid;
alter table warranty_claims validate constraint warranty_claims_photos;
update uploads set claimed_at = null, created_at = now(), released_at = now()
where id in (select unnest(array[photo1, photo2, photo3]) from warranty_claims where email = '');
update warranty_claims
set photo1 = null, photo2 = null, photo3 = null, description = 'Texto borrado', order_number = '',
  admin_notes = '', admin_response = '', resolution_details = ''
where email = '';

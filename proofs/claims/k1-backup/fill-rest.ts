import { sql } from 'kysely'
import type { Shop } from '../../../src/server/shop.ts'

const PERSON = sql`(select min(id) from users)`
const ORDER = sql`(select min(id) from orders)`
const GOODS = sql`(select id from blisters where stock > 10 order by id limit 1)`

/** Rows in the tables that `fillLarge` leaves empty, so that every table is compared. Parents before children. */
export async function fillRest({ db, now }: Shop): Promise<void> {
  const at = now()
  const inserts = [
    sql`banners (title, slot, created_at) values ('Uno', 1, ${at}), ('Dos', 3, ${at})`,
    sql`idempotency_keys (scope, key, request_hash, status, answer, created_at)
      select 'user 1', 'clave-' || n, sha256(n::text::bytea), 201, '{"id": 1, "total": "1000.00"}', ${at}
      from generate_series(1, 20) n`,
    sql`outbox (message_id, recipient, subject, body_text, body_html, next_attempt_at, sent_at, created_at)
      select 'carta-' || n, 'ana@correo.example', 'Pedido #' || n, 'ñandú', '', ${at}, ${at}, ${at}
      from generate_series(1, 20) n`,
    sql`access_requests (email, first_name, last_name, adult_declared_at, code_hmac, code_expires_at, status, created_at)
      values ('nuñez@correo.example', 'Ñata', 'Núñez', ${at}, '\\x01', ${at}, 'waiting', ${at})`,
    sql`activity_texts (activity_id, field, before, after) select max(id), 'note', 'antes', 'después' from activity_log`,
    sql`consents (user_id, kind, given_at) values (${PERSON}, 'adult', ${at})`,
    sql`content_pages (slug, title, body, is_published, updated_at) values ('terminos', 'Términos', 'Uno', true, ${at})`,
    sql`content_versions (page_id, version, title, body, is_published, saved_at)
      select id, version, title, body, is_published, ${at} from content_pages`,
    sql`lots (product_id, code, created_at) select product_id, 'PV-24B', ${at} from blisters where id = ${GOODS}`,
    sql`lot_movements (lot_id, blister_id, change, reason, created_at) select id, ${GOODS}, 5, 'received', ${at} from lots`,
    sql`lot_tests (lot_id, tested_on, sown, germinated, created_at) select id, '2026-01-01', 50, 46, ${at} from lots`,
    sql`message_templates (key, body, updated_at) values ('ready', '¡Tu pedido está listo!', ${at})`,
    sql`order_contacts (order_id, channel, created_at) values (${ORDER}, 'phone', ${at})`,
    sql`order_notes (order_id, text, created_at) values (${ORDER}, 'Pasa el jueves', ${at})`,
    sql`order_payments (order_id, kind, amount, method, paid_on, created_at, voided_at)
      values (${ORDER}, 'payment', 100, 'cash', '2026-01-01', ${at}, ${at})`,
    sql`passkeys (credential_id, user_id, public_key, counter, name, created_at)
      values ('llave', ${PERSON}, '\\x02', 1, 'Teléfono', ${at})`,
    sql`price_runs (kind, rule, changed, sum_old, sum_new, created_at) values ('percent', '{}', 1, 100, 112, ${at})`,
    sql`price_schedules (rule, state, apply_at, created_at, closed_at) values ('{}', 'cancelled', ${at}, ${at}, ${at})`,
    sql`price_schedule_rows (schedule_id, blister_id, old_price, new_price, old_discount, new_discount)
      select id, ${GOODS}, 100, 112, 0, 0 from price_schedules`,
    sql`totp (user_id, sealed_key, created_at, confirmed_at) values (${PERSON}, '\\x03', ${at}, ${at})`,
    sql`recovery_codes (user_id, code_hash) values (${PERSON}, '\\x04')`,
    sql`regret_requests (code, order_number, name, email, received_at)
      values ('ARR-0123ABCD', '1', 'Ana', 'ana@correo.example', ${at})`,
    sql`search_terms (day, term, searches, empty) values (${at}::timestamptz::date, 'ñandú', 2, 1)`,
    sql`stock_counts (state, created_at, closed_at) values ('applied', ${at}, ${at})`,
    sql`stock_count_lines (count_id, blister_id, counted, expected, counted_at) select id, ${GOODS}, 11, 11, ${at} from stock_counts`,
    sql`stock_notices (user_id, blister_id, created_at) values (${PERSON}, ${GOODS}, ${at})`,
    sql`favorites (user_id, product_id, created_at) select ${PERSON}, product_id, ${at} from blisters where id = ${GOODS}`,
  ]
  for (const insert of inserts) await sql`insert into ${insert}`.execute(db)
  // Else the notice of stock is mailed, and deleted, while the backup runs.
  await sql`update blisters set notices_mailed_at = ${at} where id = ${GOODS}`.execute(db)
}

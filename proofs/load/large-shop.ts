import { sql } from 'kysely'
import type { Shop } from '../../src/server/shop.ts'
import { seedCatalogue } from './seed.ts'

export const LARGE = { products: 5_000, orders: 50_000, users: 5_000, claims: 5_000, activity: 500_000 }

/**
 * Years of a busy shop by bulk statements: people, orders of one to three lines with their ledger, claims and the
 * activity log, in chronological order. Takes about a minute on PostgreSQL. `check` finds no fault in it, except that the
 * photos of the claims have no files.
 */
export async function fillLarge(shop: Shop, size: typeof LARGE = LARGE): Promise<void> {
  await seedCatalogue(shop, size.products)
  await shop.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`
      insert into users (username, email, password_hash, first_name, last_name, phone, is_active, email_verified_at, created_at)
      select 'persona_' || n, 'persona_' || n || '@correo.example', 'none',
        (array['Ana', 'Raúl', 'Lucía', 'Tomás', 'Malena', 'Iván', 'Noelia'])[1 + n % 7],
        (array['Suárez', 'Nuñez', 'Quiroga', 'Paz', 'Sosa'])[1 + n % 5] || ' ' || n,
        lpad((1100000000 + n)::text, 10, '1'), n % 20 <> 0, now(), now() - n * interval '3 hours'
      from generate_series(1, ${size.users}::int) n`.execute(db)
    await sql`
      with people as (select array_agg(id order by id) as ids from users where password_hash = 'none')
      insert into orders (user_id, status, is_archived, recipient_name, customer_email, customer_phone, delivery_type,
        shipping_address, total, created_at, updated_at)
      select people.ids[1 + n % ${size.users}], (array['pending', 'completed', 'completed', 'completed', 'cancelled'])[1 + n % 5],
        n % 50 = 0, (array['Ana', 'Raúl', 'Lucía', 'Tomás'])[1 + n % 4] || ' Apellido ' || n % 997,
        'persona_' || n % ${size.users} || '@correo.example', '1123456789', 'coordinate', 'Entrega a coordinar', 0,
        now() - (${size.orders} - n) * interval '20 minutes', now()
      from people, generate_series(1, ${size.orders}::int) n`.execute(db)
    await sql`
      with goods as (
        select array_agg(b.id order by b.id) as ids from blisters b
      )
      insert into order_lines (order_id, product_id, blister_id, quantity, price_at_time, list_price, product_name,
        product_brand, product_type, seed_count)
      select distinct on (o.id, b.id) o.id, b.product_id, b.id, 1, b.final_price, b.price, p.name, 'Criadero', p.type, b.seed_count
      from goods, orders o cross join generate_series(1, 3) k
      join lateral (select * from blisters where id = goods.ids[1 + (o.id * 7 + k * 131) % array_length(goods.ids, 1)]) b on true
      join products p on p.id = b.product_id
      where k <= 1 + o.id % 3`.execute(db)
    await sql`
      update orders set total = lines.total from (
        select order_id, sum(quantity * price_at_time) as total from order_lines group by order_id
      ) lines where lines.order_id = orders.id`.execute(db)
    await sql`
      insert into stock_movements (blister_id, change, reason, order_id, user_id, created_at)
      select l.blister_id, -l.quantity, 'order', o.id, o.user_id, o.created_at
      from order_lines l join orders o on o.id = l.order_id where o.status <> 'cancelled'`.execute(db)
    await sql`
      update blisters set stock = stock + moved.change from (
        select blister_id, sum(change) as change from stock_movements where reason = 'order' group by blister_id
      ) moved where moved.blister_id = blisters.id`.execute(db)
    await sql`
      insert into uploads (id, preset, width, height, bytes, claimed_at, created_at)
      select 'foto' || n, 'warranty', 480, 480, 9, now(), now() from generate_series(1, ${size.claims}::int) n`.execute(
      db,
    )
    await sql`
      insert into warranty_claims (user_id, order_id, product_id, purchase_type, name, email, order_number, product_name,
        purchase_date, germination_date, description, photo1, status, created_at, updated_at)
      select o.user_id, o.id, l.product_id, 'with-order', o.recipient_name, o.customer_email, o.id::text, l.product_name,
        o.created_at::date, o.created_at::date + 7, 'No germinó ninguna de las semillas.', 'foto' || n,
        (array['pending', 'reviewing', 'approved', 'rejected', 'resolved'])[1 + n % 5],
        o.created_at + interval '8 days', now()
      from generate_series(1, ${size.claims}::int) n
      join orders o on o.id = (select min(id) from orders) + n * ${Math.floor(size.orders / size.claims)} - 1
      join lateral (select * from order_lines where order_id = o.id order by id limit 1) l on true`.execute(
      db,
    )
    await sql`
      with people as (select array_agg(id order by id) as ids from users where password_hash = 'none')
      insert into activity_log (action, entity, entity_id, description, user_id, changes, created_at)
      select (array['login', 'login', 'order', 'update', 'status_change', 'create', 'delete', 'register'])[1 + n % 8],
        (array['session', 'order', 'product', 'user'])[1 + n % 4], n % 5000,
        (array['Inicio de sesión', 'Pedido #' || n || ' creado', 'Producto actualizado: Genética ' || n % 5000])[1 + n % 3],
        people.ids[1 + n % ${size.users}], '{"stock": {"before": 4, "after": 9}}',
        now() - (${size.activity} - n) * interval '90 seconds'
      from people, generate_series(1, ${size.activity}::int) n`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  })
  await shop.database.vacuum()
}

import { sql } from 'kysely'
import { APPEND_ONLY, changeableTables } from '../../db/append-only.ts'
import type { Db } from '../../db/connect.ts'
import type { FileStore, StoredFile } from '../../files/store.ts'
import { type Command, databaseName, say } from './command.ts'
import { readShop } from './read-shop.ts'

export const check: Command = {
  usage: '',
  help: 'compara stock y movimientos, sumas y archivos; termina con 1 si algo no coincide',
  run: ({ config }) =>
    readShop(config, async ({ tx, files }) => {
      const [report, code] = reportOf(await checkShop(tx, files))
      return say(`Revisada: ${databaseName(config)}.\n${report}`, code)
    }),
}

/** An invariant and its violations. */
interface Finding {
  /** The invariant, in words. */
  what: string
  counted: number
  /** A line for each violation. */
  wrong: string[]
  /** Harmless; resolves itself. */
  isNotice?: boolean
}

/** A file is written before its row, so a new file may still get one. */
const YOUNG_MS = 24 * 60 * 60_000
const SHOWN = 20

/** Checks the records and files of a shop. `db` should be a transaction of `atOneMoment`. */
export async function checkShop(db: Db, files: FileStore): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, count, wrong } of BOOKS) {
    const counted = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.raw(count)}`.execute(db)
    const { rows } = await sql.raw<{ line: string }>(wrong).execute(db)
    findings.push({ what, counted: counted.rows[0]?.count ?? 0, wrong: rows.map(({ line }) => line) })
  }
  return [...findings, await checkRights(db), ...(await checkFiles(db, files))]
}

/** The report, and the exit code: 1 when an invariant is broken. */
export function reportOf(findings: Finding[]): [text: string, code: number] {
  const width = Math.max(...findings.map(({ what }) => what.length))
  const rows = findings.flatMap(({ what, counted, wrong, isNotice }) => {
    const state = wrong.length === 0 ? 'bien' : `${isNotice ? 'aviso' : 'MAL'}: ${wrong.length}`
    const more = wrong.length > SHOWN ? [`    … y ${wrong.length - SHOWN} más`] : []
    return [
      `${what.padEnd(width)}  ${String(counted).padStart(8)}  ${state}`,
      ...wrong.slice(0, SHOWN).map((line) => `    ${line}`),
      ...more,
    ]
  })
  const isWrong = findings.some(({ wrong, isNotice }) => wrong.length > 0 && !isNotice)
  const verdict = isWrong ? 'Algo no coincide.' : 'Todo coincide.'
  return [[...rows, verdict].join('\n'), isWrong ? 1 : 0]
}

// ---- Books -----------------------------------------------------------------------------------------------------

/** The query of `wrong` returns a line for each row that breaks the rule. */
const BOOKS = [
  {
    what: 'Stock = suma de movimientos, por presentación',
    count: 'blisters',
    wrong: `
      select format('Presentación %s: stock %s, movimientos %s', b.id, b.stock, coalesce(m.sum, 0)) as line
      from blisters b left join (select blister_id, sum(change) as sum from stock_movements group by 1) m on m.blister_id = b.id
      where b.stock <> coalesce(m.sum, 0) order by b.id`,
  },
  {
    what: 'Precio de hoy = última fila de su historial',
    count: 'blisters',
    wrong: `
      select format('Presentación %s: precio %s, descuento %s; historial %s, %s', b.id, b.price, b.discount,
        last.new_price, last.new_discount) as line
      from blisters b left join lateral (
        select new_price, new_discount from price_changes where blister_id = b.id order by id desc limit 1
      ) last on true
      where (b.price, b.discount) is distinct from (last.new_price, last.new_discount) order by b.id`,
  },
  {
    what: 'Unidades de cada pedido = sus movimientos',
    count: 'order_lines',
    // Cancelled orders have returned their stock, and deleted ones have no lines to compare with.
    wrong: `
      with lines as (
        select l.order_id, l.blister_id, case o.status when 'cancelled' then 0 else l.quantity end as held
        from order_lines l join orders o on o.id = l.order_id
      ), moved as (
        select m.order_id, m.blister_id, -sum(m.change) as held
        from stock_movements m join orders o on o.id = m.order_id group by 1, 2
      )
      select format('Pedido %s, presentación %s: unidades %s, movimientos %s', order_id, blister_id,
        coalesce(lines.held, 0), coalesce(moved.held, 0)) as line
      from lines full join moved using (order_id, blister_id)
      where coalesce(lines.held, 0) <> coalesce(moved.held, 0) order by order_id, blister_id`,
  },
  {
    what: 'Unidades de cada lote, nunca menos de 0',
    count: '(select from lot_movements group by lot_id, blister_id) as lots',
    wrong: `
      select format('Lote %s, presentación %s: quedan %s', l.code, m.blister_id, sum(m.change)) as line
      from lot_movements m join lots l on l.id = m.lot_id
      group by l.id, m.blister_id having sum(m.change) < 0 order by l.id, m.blister_id`,
  },
  {
    what: 'Unidades en lotes, no más que en depósito',
    count: '(select from lot_movements group by blister_id) as lotted',
    // Units of orders that were not handed over are still on the shelf.
    wrong: `
      with open_orders as (
        select id from orders where status = 'pending' and handed_at is null
      ), lotted as (
        select blister_id, sum(change) as units from lot_movements m
        where not exists (select from open_orders o where o.id = m.order_id) group by 1
      ), held as (
        select blister_id, sum(quantity) as units from order_lines
        where order_id in (select id from open_orders) group by 1
      )
      select format('Presentación %s: en lotes %s, en depósito %s', b.id, lotted.units,
        b.stock + b.withheld + coalesce(held.units, 0)) as line
      from lotted join blisters b on b.id = lotted.blister_id left join held on held.blister_id = b.id
      where lotted.units > b.stock + b.withheld + coalesce(held.units, 0) order by b.id`,
  },
  {
    what: 'Unidades de lotes retenidos, fuera de la venta',
    count: "(select from lots where state = 'held' or is_recalled) as held",
    wrong: `
      with on_hold as (
        select m.blister_id, sum(m.change) as units from lot_movements m join lots l on l.id = m.lot_id
        where l.state = 'held' or l.is_recalled group by 1
      )
      select format('Presentación %s: retenidas %s, en lotes retenidos %s, a la venta %s', b.id, b.withheld,
        coalesce(on_hold.units, 0), b.stock) as line
      from blisters b left join on_hold on on_hold.blister_id = b.id
      where b.withheld <> least(b.stock + b.withheld, coalesce(on_hold.units, 0)) order by b.id`,
  },
  {
    what: 'Renglones reservados = los de pedidos en depósito',
    count: 'order_lines',
    wrong: `
      select format('Pedido %s, presentación %s: reservado %s', o.id, l.blister_id, l.is_reserved) as line
      from order_lines l join orders o on o.id = l.order_id
      where l.is_reserved <> (o.status = 'pending' and o.handed_at is null) order by l.id`,
  },
  {
    what: 'Total de cada pedido = suma de sus renglones',
    count: 'orders',
    wrong: `
      select format('Pedido %s: total %s, renglones %s (centavos)', o.id, o.total, coalesce(l.sum, 0)) as line
      from orders o left join (
        select order_id, sum(quantity * price_at_time) as sum from order_lines group by 1
      ) l on l.order_id = o.id
      where o.total <> coalesce(l.sum, 0) order by o.id`,
  },
  {
    what: 'Cobrado de cada pedido = pagos menos devoluciones',
    count: 'orders',
    wrong: `
      select format('Pedido %s: cobrado %s, pagos %s (centavos)', o.id, o.paid_total, coalesce(p.sum, 0)) as line
      from orders o left join (
        select order_id, sum(case kind when 'payment' then amount else -amount end) as sum
        from order_payments where voided_at is null group by 1
      ) p on p.order_id = o.id
      where o.paid_total <> coalesce(p.sum, 0) order by o.id`,
  },
  {
    what: 'Precio final = precio menos descuento',
    count: 'blisters',
    wrong: `
      select format('Presentación %s: precio %s, descuento %s, final %s', id, price, discount, final_price) as line
      from blisters
      where final_price <> floor((price * (10000 - round(discount * 100)) + 5000) / 10000) order by id`,
  },
  {
    what: 'Precio mínimo y descuento de cada producto',
    count: 'products where deleted_at is null',
    wrong: `
      select format('Producto %s: mínimo %s, descuento %s; presentaciones %s, %s', p.id, p.min_price, p.max_discount,
        b.min_price, coalesce(b.max_discount, 0)) as line
      from products p left join (
        select product_id, coalesce(min(final_price) filter (where stock > 0), min(final_price)) as min_price,
          coalesce(max(discount) filter (where stock > 0), max(discount)) as max_discount
        from blisters where deleted_at is null and final_price > 0 group by 1
      ) b on b.product_id = p.id
      where p.deleted_at is null
        and (p.min_price is distinct from b.min_price or p.max_discount <> coalesce(b.max_discount, 0)) order by p.id`,
  },
]

async function checkRights(db: Db): Promise<Finding> {
  const wrong = (await changeableTables(db)).map(
    (table) =>
      `${table}: el usuario de DATABASE_URL puede cambiar filas; correr «migrate» con MIGRATE_DATABASE_URL`,
  )
  return {
    what: 'Registro, movimientos e historiales, que nadie puede cambiar',
    counted: APPEND_ONLY.length,
    wrong,
  }
}

// ---- Files -----------------------------------------------------------------------------------------------------

/** Every reference to a picture by its address. */
const NAMED = sql<{ place: string; address: string }>`
  select 'producto ' || id as place, image as address from products where deleted_at is null and image like '/media/%'
  union select 'producto ' || id, image_2 from products where deleted_at is null and image_2 like '/media/%'
  union select 'producto ' || id, image_3 from products where deleted_at is null and image_3 like '/media/%'
  union select 'presentación ' || id, image from blisters where deleted_at is null and image like '/media/%'
  union select 'marca ' || id, image from brands where image like '/media/%'
  union select 'banner ' || id, image_url from banners where image_url like '/media/%'
  union select 'banner ' || id, mobile_image_url from banners where mobile_image_url like '/media/%'
  union select 'identidad', named #>> '{}' from settings, jsonb_path_query(value, '$.** ? (@.type() == "string" && @ starts with "/media/")') as named
  union select 'pedido ' || min(order_id), product_image from order_lines where product_image like '/media/%' group by 2`

async function checkFiles(db: Db, files: FileStore): Promise<Finding[]> {
  const uploads = await db.selectFrom('uploads').select(['id', 'preset', 'claimed_at']).execute()
  const named = (await NAMED.execute(db)).rows
  const inUse = new Map(uploads.map(({ preset, id, claimed_at }) => [`${preset}/${id}`, claimed_at !== null]))
  const stored: StoredFile[] = []
  for await (const file of files.walk()) stored.push(file)
  return [checkUsedUploads(inUse, stored), checkNamed(named, inUse, stored), findUnknown(inUse, stored)]
}

/** By the folder of each upload, such as `product/xyz`: whether it is in use. */
type InUse = Map<string, boolean>

function checkUsedUploads(inUse: InUse, stored: StoredFile[]): Finding {
  const folders = new Set(stored.map(({ key }) => folderOf(key)))
  const used = [...inUse].filter(([, isUsed]) => isUsed).map(([folder]) => folder)
  return {
    what: 'Fotos en uso que tienen su archivo',
    counted: used.length,
    wrong: used.filter((folder) => !folders.has(folder)).map((folder) => `Falta ${folder}`),
  }
}

function checkNamed(
  named: { place: string; address: string }[],
  inUse: InUse,
  stored: StoredFile[],
): Finding {
  const keys = new Set(stored.map(({ key }) => key))
  return {
    what: 'Imágenes nombradas que existen y están en uso',
    counted: named.length,
    wrong: named.flatMap(({ place, address }) => {
      const key = address.slice('/media/'.length)
      if (!keys.has(key)) return `${place}: falta ${key}`
      return inUse.get(folderOf(key)) ? [] : `${place}: ${key} no figura en uso`
    }),
  }
}

function findUnknown(inUse: InUse, stored: StoredFile[]): Finding {
  const before = Date.now() - YOUNG_MS
  const unknown = stored.filter(
    ({ key, writtenAt }) => !inUse.has(folderOf(key)) && writtenAt.getTime() < before,
  )
  return {
    what: 'Archivos de hace más de un día que alguien conoce',
    counted: stored.length,
    wrong: unknown.map(({ key }) => `Nadie nombra ${key}`),
    isNotice: true,
  }
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'))
}

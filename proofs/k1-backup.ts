import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { fillLarge, LARGE } from '../bench/support/large-shop.ts'
import type { Shop } from '../src/server/shop.ts'
import { insertPerson } from '../test/support/people.ts'
import { bookProblems, halfOrders, missingOrders } from './support/books.ts'
import { startBuyers, until } from './support/buyers.ts'
import { runCommand } from './support/command.ts'
import { allowPending, claimOf, newItem, orderOf } from './support/goods.ts'
import {
  embeddedPlace,
  type EngineName,
  newCluster,
  type Place,
  placeOn,
  withShopOf,
} from './support/places.ts'
import { Failures, type Proof, type ProofContext, spread } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'

const RTO_MS = 5 * 60_000
/** A tenth of it. */
const SHORT: typeof LARGE = { products: 500, orders: 5_000, users: 500, claims: 500, activity: 50_000 }
const PHOTO_BYTES = 420_000
/** From where to where, in turn. */
const WAYS: [EngineName, EngineName][] = [
  ['postgres', 'embedded'],
  ['embedded', 'postgres'],
  ['postgres', 'postgres'],
  ['embedded', 'embedded'],
  ['postgres', 'postgres'],
]

export const proof: Proof = {
  id: 'K1',
  title: `Backup: «shop backup» while customers order and file claims with photos, then «shop restore» into an empty shop of the same or the other engine (with --full 5,000 products, 50,000 orders and 2 GB of photos, else a tenth of each): within ${RTO_MS / 60_000} min, «check» finds nothing, all orders acknowledged before the backup are there, books agree, older rows and all photos are the same byte for byte. Tries are drills`,
  tries: { full: 5, short: 2 },
  minutes: 15,
  async run(context) {
    const failures = new Failures()
    const said: string[] = []
    const cluster = await newCluster(context)
    for (let drill = 0; drill < context.tries; drill++) {
      const [from, to] = WAYS[drill % WAYS.length] ?? ['postgres', 'postgres']
      const placeOf = (engine: EngineName) =>
        engine === 'embedded' ? embeddedPlace(context) : placeOn(context, cluster)
      const text = await drillOnce({
        context,
        failures,
        from: await placeOf(from),
        to: await placeOf(to),
        drill,
      })
      said.push(`${from} → ${to}: ${text}`)
      context.say(said.at(-1) ?? '')
    }
    return { tries: `${context.tries} drills`, figure: said.join('; '), failures: failures.list() }
  },
  broken: [
    {
      name: 'not-one-moment',
      patches: [
        {
          file: 'src/server/backup/contents.ts',
          find: ".setIsolationLevel('repeatable read')",
          replace: ".setIsolationLevel('read committed')",
        },
        {
          file: 'src/server/backup/contents.ts',
          find: 'const tables = (await readTables(tx))',
          replace:
            'await new Promise((resolve) => setTimeout(resolve, 1))\n  const tables = (await readTables(tx))',
        },
        {
          file: 'src/server/backup/contents.ts',
          find: 'rows: () => dumpTable(tx, table),',
          replace: `rows: async function* () {
        await new Promise((resolve) => setTimeout(resolve, 300))
        yield* dumpTable(tx, table)
      },`,
        },
      ],
      failsWith: /restore: it ends with|check finds|books do not agree/,
    },
    {
      name: 'without-photos',
      patches: [
        {
          file: 'src/server/backup/fill-shop.ts',
          find: 'const count = files ? await writeFiles(files, contents) : 0',
          replace: 'void writeFiles\n    const count = 0',
        },
      ],
      failsWith: /restore: it ends with|photo/,
    },
    {
      name: 'older-rows-lost',
      patches: [
        {
          file: 'src/server/backup/fill-shop.ts',
          find: 'await insertRows(tx, table, source.columns, lines)',
          replace:
            "await insertRows(tx, table, source.columns, table.name === 'activity_log' ? lines.slice(1) : lines)",
        },
      ],
      failsWith: /older rows/,
    },
  ],
}

interface Drill {
  context: ProofContext
  failures: Failures
  from: Place
  to: Place
  drill: number
}

async function drillOnce({ context, failures, from, to, drill }: Drill): Promise<string> {
  const name = `drill ${drill + 1}`
  const filled = await withShopOf(context, from, (shop) => fill(context, shop, from))
  const server = await startServer(context, from)
  const buyers = startBuyers(server.url, { tokens: filled.tokens, order: filled.order, workers: 4 })
  const claims = startClaims(server, filled.tokens[0] ?? '')
  await until('customers order', () => buyers.acknowledged.length >= 20 && claims.filed() > 0, 120)

  const before = [...buyers.acknowledged]
  const folder = path.join(context.folder, `backup-${drill}`)
  const backup = await runCommand(from, ['backup', folder])
  if (backup.code !== 0) failures.add('backup: it ends with', `${backup.code} ${backup.text}`)
  const during = buyers.acknowledged.length - before.length
  if (during === 0 && context.broken === undefined) failures.add('nothing was sold during the backup', name)
  await buyers.stop()
  await claims.stop()
  await server.stop()

  const restored = await runCommand(to, ['restore', folder])
  if (restored.code !== 0 || !restored.text.includes('Todo coincide.'))
    failures.add('restore: it ends with', `${restored.code} ${restored.text.slice(0, 800)}`)
  if (restored.ms > RTO_MS)
    failures.add(`longer than ${RTO_MS / 60_000} min`, `${Math.round(restored.ms / 1_000)} s`)
  const check = await runCommand(to, ['check'])
  if (check.code !== 0) failures.add('check finds', check.text.slice(0, 500))

  const older = await withShopOf(context, from, (shop) => hashesOf(shop, filled.last))
  await withShopOf(context, to, async (shop) => {
    failures.expect('older rows are not the same', await hashesOf(shop, filled.last), older)
    const missing = await missingOrders(shop.db, before)
    if (missing.length > 0) failures.add('an order from before the backup is missing', missing.join())
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    const half = await halfOrders(shop.db)
    // Orders that were filled in bulk have no row in the log.
    for (const problem of half.filter((text) => Number(/\d+/.exec(text)?.[0]) > filled.last.orders))
      failures.add('half an order', problem)
  })
  const photos = await comparePhotos(from, to, failures)
  return `backup ${spread([backup.ms])} with ${during} orders meanwhile, restore ${spread([restored.ms])}, ${photos.count} photos (${Math.round(photos.bytes / 1e6)} MB) alike`
}

// ---- The shop ----------------------------------------------------------------------------------------------------

type Last = Record<(typeof COMPARED)[number], number>
/** What nobody changes any more once it is written, and what only the load adds to. */
const COMPARED = [
  'orders',
  'order_lines',
  'warranty_claims',
  'activity_log',
  'stock_movements',
  'brands',
  'products',
] as const

async function fill(context: ProofContext, shop: Shop, place: Place) {
  await fillLarge(shop, context.full ? LARGE : SHORT)
  await allowPending(shop)
  const people = await Promise.all(Array.from({ length: 4 }, () => insertPerson(shop)))
  // Last, so that the ledger of the others is as it was filled.
  const item = await newItem(shop, 1_000_000)
  const { rows } = await sql<{ id: string; preset: string }>`select id, preset from uploads`.execute(shop.db)
  for (const { id, preset } of rows) {
    const folder = path.join(place.dataDir, 'media', preset, id)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, '480.webp'), randomBytes(PHOTO_BYTES))
  }
  const last = {} as Last
  for (const table of COMPARED) {
    const { rows: found } = await sql<{
      last: number
    }>`select coalesce(max(id), 0)::int as last from ${sql.table(table)}`.execute(shop.db)
    last[table] = found[0]?.last ?? 0
  }
  return { tokens: people.map(({ access }) => access), order: orderOf(item), last }
}

/** One number for all that was there before the load, on any engine. */
async function hashesOf(shop: Shop, last: Last): Promise<Record<string, string>> {
  return shop.db.connection().execute(async (db) => {
    await sql`set timezone to 'UTC'`.execute(db)
    await sql`set statement_timeout = 0`.execute(db)
    const hashes: Record<string, string> = {}
    for (const table of COMPARED) {
      const { rows } = await sql<{ hash: string }>`
        select count(*) || ' rows ' || coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)::numeric), 0) as hash
        from ${sql.table(table)} t where id <= ${last[table]}`.execute(db)
      hashes[table] = rows[0]?.hash ?? ''
    }
    await sql`reset all`.execute(db)
    return hashes
  })
}

/** A claim with a photo every now and then. */
function startClaims(server: Server, access: string) {
  const state = { stopped: false, filed: 0 }
  const one = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(claimOf())) form.set(name, value)
    const pixels = {
      create: {
        width: 600,
        height: 400,
        channels: 3 as const,
        background: { r: state.filed % 256, g: 90, b: 40 },
      },
    }
    form.set('photo1', new Blob([new Uint8Array(await sharp(pixels).jpeg().toBuffer())]), 'x.jpg')
    const { status, statusText } = await fetch(`${server.url}/api/warranty-claims/`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${access}` },
    })
    if (status !== 201) throw new Error(`No claim: ${status} ${statusText}`)
    state.filed += 1
  }
  const running = (async () => {
    while (!state.stopped) {
      await one()
      await sleep(200)
    }
  })()
  return {
    filed: () => state.filed,
    async stop() {
      state.stopped = true
      await running
    },
  }
}

// ---- Photos ------------------------------------------------------------------------------------------------------

/** Each that the restored shop has is the one of the shop that went on; each that a row names is there (`check` says). */
async function comparePhotos(from: Place, to: Place, failures: Failures) {
  const [there, here] = [await hashesIn(from), await hashesIn(to)]
  let bytes = 0
  for (const [name, { hash, size }] of here) {
    bytes += size
    if (there.get(name)?.hash !== hash) failures.add('a photo is another one', name)
  }
  if (here.size === 0) failures.add('no photo was restored')
  return { count: here.size, bytes }
}

async function hashesIn({ dataDir }: Place): Promise<Map<string, { hash: string; size: number }>> {
  const root = path.join(dataDir, 'media')
  const hashes = new Map<string, { hash: string; size: number }>()
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || file.includes('.unfinished')) continue
    const bytes = await readFile(file)
    hashes.set(path.relative(root, file), {
      hash: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
    })
  }
  return hashes
}

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { hashPassword } from '../../src/server/auth/auth.ts'
import type { Shop } from '../../src/server/shop.ts'
import { PASSWORD } from '../../test/support/people/accounts.ts'
import { CONTAINING_EACH_OTHER, insertPerson } from '../../test/support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from '../../test/support/sales/books.ts'
import { startBuyers, until } from '../../test/support/sales/buyers.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { runCommand } from '../../test/support/servers/run-command.ts'
import { allowPending, claimOf, newItem, orderOf } from '../../test/support/sales/goods.ts'
import {
  embeddedPlace,
  type EngineName,
  newCluster,
  type Place,
  placeOn,
  withShopOf,
} from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spread } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { MAILS_BY_ADDRESS } from '../wrong-builds/shared-faults.ts'
import { fillRest } from './k1-backup/fill-rest.ts'
import {
  comparePhotos,
  fallenSequences,
  givenUpMails,
  insertMails,
  hashesOf,
  marksOf,
  photoHashes,
  photosIn,
  writePhotos,
} from './k1-backup/shop-copy.ts'

const RTO_MS = 5 * 60_000
/** A tenth of the full size. */
const SHORT: typeof LARGE = { products: 500, orders: 5_000, users: 500, claims: 500, activity: 50_000 }
const PHOTO_BYTES = 420_000
/** Source and target engine, in turn. */
const WAYS: [EngineName, EngineName][] = [
  ['postgres', 'embedded'],
  ['embedded', 'postgres'],
  ['postgres', 'postgres'],
  ['embedded', 'embedded'],
  ['postgres', 'postgres'],
]

export const proof: Proof = {
  id: 'K1',
  title: 'Backup and restore',
  claim: `A backup taken while the shop sells restores everything acknowledged before it, with its owners, within ${RTO_MS / 60_000} min, on either engine.`,
  how: '«shop backup» while customers order and file claims with photos, then «shop restore» into an empty shop of the same or the other engine (with --full 5,000 products, 50,000 orders and 2 GB of photos, else a tenth). «check» finds nothing, the books agree, all rows of all tables (except sessions, codes and limits) and the three files of each photo are unchanged. Then a customer signs in and orders there, and the account of ana@ is removed: mails to and about juana@, mariana@ and susana@ stay.',
  oneTry: 'a drill',
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
      // Reads orders after their lines, and stock after its ledger, with a delay.
      name: 'not-one-moment',
      patches: [
        { find: ".setIsolationLevel('repeatable read')", replace: ".setIsolationLevel('read committed')" },
        {
          find: 'const { rows: moments } = await sql<{ now: Date }>`select now()`',
          replace: `const early = new Map<string, string[][]>()
  for (const table of tables.toReversed()) {
    early.set(table.name, await Array.fromAsync(dumpTable(tx, table)))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { rows: moments } = await sql<{ now: Date }>\`select now()\``,
        },
        {
          find: 'rows: () => dumpTable(tx, table),',
          replace: 'rows: async function* () { yield* early.get(table.name) ?? [] },',
        },
      ],
      failsWith: /books do not agree/,
    },
    {
      name: 'without-photos',
      patches: [
        {
          find: 'const count = files ? await writeFiles(files, contents) : 0',
          replace: 'void writeFiles\n    const count = 0',
        },
      ],
      failsWith: /a photo is missing/,
    },
    {
      name: 'one-width-lost',
      patches: [
        {
          find: 'await files.write(key, bytes)',
          replace: "if (!key.endsWith('/1600.webp')) await files.write(key, bytes)",
        },
      ],
      failsWith: /a photo is missing/,
    },
    {
      name: 'older-rows-lost',
      patches: [
        {
          find: 'await insertRows(tx, table, source.columns, lines)',
          replace:
            "await insertRows(tx, table, source.columns, table.name === 'activity_log' ? lines.slice(1) : lines)",
        },
      ],
      failsWith: /older rows of activity_log/,
    },
    {
      name: 'settings-left-behind',
      patches: [
        {
          find: "export const TEMPORARY_TABLES = ['sessions',",
          replace: "export const TEMPORARY_TABLES = ['settings', 'sessions',",
        },
      ],
      failsWith: /older rows of settings/,
    },
    {
      name: 'numbers-from-one',
      patches: [
        {
          find: 'if (source.sequence) await setSequence(tx, table, source.sequence)',
          replace:
            "if (source.sequence && table.name !== 'order_lines') await setSequence(tx, table, source.sequence)",
        },
      ],
      failsWith: /the restored shop takes no order/,
    },
    { name: 'mails-by-address', patches: MAILS_BY_ADDRESS, failsWith: /after an account was removed/ },
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
  const filled = await withShopOf(context, from, (shop) => fill(context, failures, shop, from))
  const server = await startServer(context, from)
  const buyers = startBuyers(server.url, { tokens: filled.tokens, order: filled.order, workers: 4 })
  const claims = startClaims(server, filled.tokens[0] ?? '')
  await until('customers order', () => buyers.acknowledged.length >= 20 && claims.filed() > 0, 120)

  const before = [...buyers.acknowledged]
  const names = await photosIn(from)
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
  if (context.judgesTime && restored.ms > RTO_MS)
    failures.add(`longer than ${RTO_MS / 60_000} min`, `${Math.round(restored.ms / 1_000)} s`)
  const check = await runCommand(to, ['check'])
  if (check.code !== 0) failures.add('check finds', check.text.slice(0, 500))

  await withShopOf(context, to, async (shop) => {
    const rows = await hashesOf(shop, filled.marks)
    for (const [table, hash] of Object.entries(filled.rows))
      failures.expect(`older rows of ${table} are not the same`, rows[table], hash)
    const missing = await missingOrders(shop.db, before)
    if (missing.length > 0) failures.add('an order from before the backup is missing', missing.join())
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    const half = await halfOrders(shop.db)
    // Bulk orders have no row in the log.
    for (const problem of half.filter((text) => Number(/\d+/.exec(text)?.[0]) > filled.lastOrder))
      failures.add('half an order', problem)
    for (const table of await fallenSequences(shop)) failures.add('numbers are given twice', table)
  })
  const photos = await comparePhotos({ from, to, older: filled.photos, names }, failures)
  await useIt(context, to, filled, failures)
  const fromBefore = `${before.length} orders and ${names.length} photos from before it`
  return `backup ${spread([backup.ms])} with ${during} orders meanwhile, restore ${spread([restored.ms])}, ${filled.marks.length} tables alike, ${fromBefore} there, ${photos.count} photos (${Math.round(photos.bytes / 1e6)} MB) alike, then an order`
}

// ---- The shop ----------------------------------------------------------------------------------------------------

async function fill(context: ProofContext, failures: Failures, shop: Shop, place: Place) {
  await fillLarge(shop, context.full ? LARGE : SHORT)
  await fillRest(shop)
  await allowPending(shop)
  const people = await Promise.all(CONTAINING_EACH_OTHER.map((email) => insertPerson(shop, { email })))
  const admin = await insertPerson(shop, { admin: true })
  await insertMails(shop, people)
  // The phone is that of their orders, so that an order does not change the profile.
  const now = { password_hash: await hashPassword(PASSWORD), phone: '1123456789' }
  const ids = [...people, admin].map(({ id }) => id)
  await shop.db.updateTable('users').set(now).where('id', 'in', ids).execute()
  // Last, so that the ledger of the other products stays as filled.
  const item = await newItem(shop, 1_000_000)
  await writePhotos(shop, place, PHOTO_BYTES)
  const orders = await shop.db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirst()
  const marks = await marksOf(shop, failures)
  return {
    tokens: people.map(({ access }) => access),
    username: people[1]?.username ?? '',
    removed: people[0]?.id ?? 0,
    admin: admin.username,
    order: orderOf(item),
    lastOrder: orders?.id ?? 0,
    marks,
    rows: await hashesOf(shop, marks),
    photos: await photoHashes(place, await photosIn(place)),
  }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** Files claims with photos continuously. */
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

/** A customer signs in to the restored shop and orders: the sequences continue where they were. */
async function useIt(context: ProofContext, to: Place, filled: Filled, failures: Failures): Promise<void> {
  const server = await startServer(context, to)
  const { username, order, lastOrder } = filled
  const signIn = async (name: string) => {
    const login = { username_or_email: name, password: PASSWORD }
    const { status, body, text } = await clientAt(server.url).post('/auth/login/', login)
    if (status !== 200) failures.add('nobody can sign in to the restored shop', `${status} ${text}`)
    return clientAt(server.url, body?.access)
  }
  const placed = await (await signIn(username)).post('/orders/', order)
  if (placed.status !== 201 || !(placed.body?.id > lastOrder))
    failures.add('the restored shop takes no order', `${placed.status} ${placed.text}`)
  const gone = await (await signIn(filled.admin)).delete(`/users/${filled.removed}/`)
  failures.expect('the removal of an account', gone.status, 204)
  await server.stop()
  const ofOthers = CONTAINING_EACH_OTHER.slice(1).flatMap((email) => [email, email])
  failures.expect('mails after an account was removed', await withShopOf(context, to, givenUpMails), ofOthers)
}

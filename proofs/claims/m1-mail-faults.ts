import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CONTAINING_EACH_OTHER, insertPerson } from '../../test/support/people/people.ts'
import { type Client, clientAt } from '../../test/support/calls/client.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import {
  type Fault,
  headerOf,
  type MailServer,
  startMailServer,
} from '../../test/support/servers/mail-server.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, spread } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { MAILS_BY_ADDRESS } from '../wrong-builds/shared-faults.ts'

/** Faults of consecutive attempts; each stall blocks the sender for ten seconds, so they are few. */
const FAULTS: Fault[] = ['refuse', 'later', 'drop', 'none', 'drop', 'later', 'none', 'refuse', 'none', 'drop']
const STALLS = { short: 1, full: 6 }
const P99_MS = 300
/** An order that waits for a stall waits twice as long. */
const WAITED_MS = 5_000
/** Everything due is tried within this time, also on a busy machine, stalls included. */
const REST_MS = 120_000
/** How an order sends a mail of its own; `WAIT` is inserted before the sending. */
const SENDING = `throw tooManyPending(settings.max_pending_orders)
      const { openTransport } = await import('exports:openTransport')
      const letter = { id: 0, messageId: crypto.randomUUID(), recipient: order.customer_email, subject: 'x', text: 'x', html: '', createdAt: at }
      WAIT openTransport(shop.config).send(letter).catch(() => {})
      return order`

export const proof: Proof = {
  id: 'M1',
  title: 'Mail server failures',
  claim: `A failing mail server delays no order (p99 under ${P99_MS} ms) and loses no mail, not even when an account is removed whose address is part of other addresses. A mail is sent twice only after a cut connection, and then with the same Message-ID. A failed mail that several admins retry at once is sent once.`,
  how: 'While customers order, the mail server refuses, answers 451, stalls, or hangs up after it has accepted the mail; then it works again. Meanwhile the account of ana@ is removed, and mails to and about juana@, mariana@ and susana@ wait. Each failed mail is retried three times concurrently while the senders work, and once more after it was sent. On a busy machine an order may take four times what it takes with a working mail server.',
  oneTry: 'an order',
  note: 'The mail server is part of this repository.',
  tries: { full: 300, short: 60 },
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    const state = {
      well: true,
      dealt: 0,
      stalls: context.full || context.broken !== undefined ? STALLS.full : STALLS.short,
    }
    const mail = await startMailServer(context, () => {
      if (state.well) return 'none'
      state.dealt += 1
      if (state.dealt % 20 === 3 && state.stalls-- > 0) return 'stall'
      return FAULTS[state.dealt % FAULTS.length] ?? 'none'
    })
    const server = await startServer(context, place, { env: { SMTP_URL: mail.url } })
    const item = await newItem(shop, 1_000_000)
    const people = await Promise.all(CONTAINING_EACH_OTHER.map((email) => insertPerson(shop, { email })))
    const admin = await insertPerson(shop, { admin: true })
    const order = async (access: string) => {
      const began = performance.now()
      const { status, text } = await clientAt(server.url, access).post('/orders/', orderOf(item))
      if (status !== 201) failures.add('an order is not taken', `${status} ${text.slice(0, 200)}`)
      return performance.now() - began
    }
    const orders = (count: number) =>
      Promise.all(
        people.map(async ({ access }, index) => {
          const times: number[] = []
          for (let n = index; n < count; n += people.length) times.push(await order(access))
          return times
        }),
      ).then((times) => times.flat())

    await orders(20)
    const well = p99(await orders(context.tries))
    await allSent(shop.db, 120)
    state.well = false
    const times = await orders(context.tries)
    const ill = p99(times)
    if (ill > Math.max(P99_MS, 4 * well) || Math.max(...times) > WAITED_MS)
      failures.add(
        'orders wait for the mail server',
        `p99 ${Math.round(ill)} ms, ${Math.round(well)} ms with a good one`,
      )
    const removed = await removeAccount(shop.db, failures, {
      client: clientAt(server.url, admin.access),
      id: people[0]?.id ?? 0,
    })
    // Faults go on during retries; days do not pass, so waiting mails are made due.
    for (let again = 0; again < 3; again++) {
      await rest(shop.db)
      await makeDue(shop.db)
    }
    for (const { access } of people.slice(1)) for (let n = 0; n < 4; n += 1) await order(access)
    await rest(shop.db)
    const givenUp = await giveUp(shop.db)
    state.well = true
    const office = clientAt(server.url, admin.access)
    const again = await tryAgain(office, givenUp, failures)
    await rest(shop.db)
    await makeDue(shop.db)
    await allSent(shop.db, 60).catch((error: unknown) => failures.add('a mail is missing', String(error)))
    for (const id of givenUp) failures.expect('a mail that went is tried again', await press(office, id), 409)
    const twice = await compare(shop.db, mail, failures, removed)
    const { none: _, ...faults } = mail.attempts
    for (const [fault, count] of Object.entries(faults))
      if (count === 0) failures.add('a fault was never tried', fault)
    return {
      tries: `${context.tries} orders with faults: ${Object.entries(faults)
        .map(([fault, count]) => `${count} × ${fault}`)
        .join(', ')}`,
      figure: `${mail.received.length - twice} mails, 0 missing, ${removed.filter(({ sent_at }) => sent_at === null).length} unsent of a removed account deleted, ${again} failed and retried, ${twice} sent twice (all cut after DATA); orders ${spread(times)}, p99 ${Math.round(ill)} ms (${Math.round(well)} ms with a working mail server)`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'another-id',
      patches: [
        {
          find: 'messageId: `<${mail.messageId}@${domain}>`,',
          replace: 'messageId: `<${mail.messageId}.${performance.now()}@${domain}>`,',
        },
      ],
      failsWith: /another Message-ID/,
    },
    {
      name: 'gives-up-at-once',
      patches: [{ find: 'const GIVE_UP_AFTER = 72 * HOUR', replace: 'const GIVE_UP_AFTER = 0 * HOUR' }],
      failsWith: /mail is missing/,
    },
    {
      name: 'sends-in-the-order',
      patches: [
        {
          find: 'throw tooManyPending(settings.max_pending_orders)\n      return order',
          replace: SENDING.replace('WAIT', 'await'),
        },
      ],
      failsWith: /orders wait/,
    },
    {
      name: 'sends-on-the-side',
      patches: [
        {
          find: 'throw tooManyPending(settings.max_pending_orders)\n      return order',
          replace: SENDING.replace('WAIT', 'void'),
        },
      ],
      failsWith: /not asked for/,
    },
    {
      name: 'tries-again-what-went',
      patches: [
        {
          find: ".where('failed_at', 'is not', null)\n    .where('sent_at', 'is', null)\n    .returning(sql`pg_notify(",
          replace: '.returning(sql`pg_notify(',
        },
      ],
      failsWith: /tried again/,
    },
    { name: 'mails-by-address', patches: MAILS_BY_ADDRESS, failsWith: /deleted with it/ },
  ],
}

type Db = Awaited<ReturnType<typeof openShopOf>>['db']

const waiting = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'last_error', 'failed_at'])
    .where('sent_at', 'is', null)
    .execute()

async function allSent(db: Db, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const left = await waiting(db)
    if (left.length === 0) return
    if (performance.now() > end || left.every(({ failed_at }) => failed_at !== null))
      throw new Error(`${left.length} not sent, such as ${JSON.stringify(left[0])}`)
    await sleep(50)
  }
}

/** Waits until nothing is due: every waiting mail was tried and has a next time. */
async function rest(db: Db): Promise<void> {
  const end = performance.now() + REST_MS
  for (;;) {
    const { rows } = await sql<{ due: number }>`
      select count(*)::int as due from outbox
      where sent_at is null and failed_at is null and (attempts = 0 or last_error = '' or next_attempt_at <= now())`.execute(
      db,
    )
    const due = rows[0]?.due ?? 0
    if (due === 0) return
    if (performance.now() > end) throw new Error(`${due} mails were not tried within ${REST_MS} ms`)
    await sleep(50)
  }
}

async function makeDue(db: Db): Promise<void> {
  await sql`with due as (update outbox set next_attempt_at = now() where sent_at is null and failed_at is null returning id)
    select pg_notify('outbox', '') from (select count(*) from due) as all_of_it`.execute(db)
  await sleep(200)
}

interface Promised {
  message_id: string
  recipient: string
  subject: string
  sent_at: Date | null
}

const promisedMails = (db: Db): Promise<Promised[]> =>
  db.selectFrom('outbox').select(['message_id', 'recipient', 'subject', 'sent_at']).orderBy('id').execute()

/** As after three days of refusals; returns their ids. */
async function giveUp(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`update outbox set failed_at = now() where sent_at is null returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const press = async (client: Client, id: number) => (await client.post(`/messages/${id}/retry/`, {})).status

/** Several admins concurrently, only one of whom may succeed; returns how many mails were retried. */
async function tryAgain(client: Client, ids: number[], failures: Failures): Promise<number> {
  if (ids.length === 0) failures.add('no mail was given up')
  for (const id of ids) {
    const statuses = await Promise.all([1, 2, 3].map(() => press(client, id)))
    const counted = statuses.filter((status) => status === 204).length
    failures.expect('a mail is not tried again by one press of three', counted, 1)
  }
  return ids.length
}

/** Removes an account while mails of all wait; returns its mails. Those of the others stay. */
async function removeAccount(
  db: Db,
  failures: Failures,
  { client, id }: { client: Client; id: number },
): Promise<Promised[]> {
  const orders = await db.selectFrom('orders').select('id').where('user_id', '=', id).execute()
  const isOf = ({ subject }: Promised) => orders.some((order) => subject.endsWith(`#${order.id}`))
  const before = await promisedMails(db)
  const { status, text } = await client.delete(`/users/${id}/`)
  if (status !== 204) failures.add('the account is not removed', `${status} ${text}`)
  const after = await promisedMails(db)
  const kept = before.filter((mail) => !isOf(mail))
  if (!kept.some(({ sent_at }) => sent_at === null)) failures.add('no mail of others waited')
  failures.expect('mails of the removed account are left', after.filter(isOf).length, 0)
  failures.expect('mails of others were deleted with it', after.length, kept.length)
  return before.filter(isOf)
}

/** The number of duplicates. Mails must equal the outbox and what was in it of the removed account: each Message-ID to its recipient, more than once only when cut. */
async function compare(db: Db, mail: MailServer, failures: Failures, removed: Promised[]): Promise<number> {
  const promised = [...(await promisedMails(db)), ...removed]
  const orders = await db.selectFrom('orders').select('id').execute()
  if (promised.length !== 2 * orders.length)
    failures.add('not two mails for each order', `${promised.length} for ${orders.length}`)
  const came = Map.groupBy(
    mail.received,
    ({ to, headers }) => `${to.join()} ${headers.find(([name]) => name === 'subject')?.[1]}`,
  )
  let twice = 0
  for (const { message_id, recipient, subject } of promised) {
    const copies = came.get(`<${recipient}> ${subject}`) ?? []
    came.delete(`<${recipient}> ${subject}`)
    if (copies.length === 0 && !removed.some((gone) => gone.message_id === message_id))
      failures.add('a mail is missing', `${recipient}: ${subject}`)
    if (copies.slice(0, -1).some(({ fault }) => fault !== 'drop')) failures.add('a mail came twice', subject)
    if (copies.some((each) => !headerOf(each, 'message-id').join().startsWith(`<${message_id}@`)))
      failures.add('another Message-ID', copies.map((each) => headerOf(each, 'message-id').join()).join(' '))
    twice += Math.max(0, copies.length - 1)
  }
  for (const key of came.keys()) failures.add('a mail that was not asked for', key)
  return twice
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.99)] ?? 0
}

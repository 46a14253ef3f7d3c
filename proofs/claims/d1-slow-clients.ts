import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../../test/support/people/people.ts'
import { countBy } from '../../test/support/calls/client.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, type Place, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spread } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { trySlowForms } from './d1-slow-clients/slow-forms.ts'
import { heldOf, openSlow, seeWhoIsCut, type Slow, type SlowKind } from './d1-slow-clients/slow-clients.ts'

const CUT_WITHIN_MS = 30_000
/** The server takes a thousand connections; good clients use the rest. */
const GOOD_PER_SECOND = 50
const P99_MS = 500

/** Unread responses stay in kernel memory, some megabytes each. */
const MOST_READERS = 50

/** Limit of one address, tested while another one sends requests; and a crowd larger than the limit of all together. */
const PER_ADDRESS = 100
const CROWD = 1_100
const CROWD_MS = 8_000
/** Another address than that of the slow clients. */
const GOOD_ADDRESS = '127.0.0.2'

export const proof: Proof = {
  id: 'D1',
  title: 'Slow clients',
  claim: `Slow clients are disconnected within ${CUT_WITHIN_MS / 1_000} s, while others are served without errors, p99 under ${P99_MS} ms. While one address holds slow forms with photos, others upload theirs; clients within the limits are never refused.`,
  how: `Many connections send headers one line at a time, or a body ten bytes at a time, or request large answers and read nothing, while others send ${GOOD_PER_SECOND} requests a second, half of them over new connections. ${CROWD} more connections come repeatedly from one address: it may hold ${PER_ADDRESS} (CONNECTIONS_PER_ADDRESS), and others are served. 75 forms with a photo come from one address, which may have four in progress, while eight visitors and an admin upload and read within the usual limits. On a busy machine p99 may be four times what it was before.`,
  oneTry: 'a slow connection of each kind',
  note: `The slow clients are this repository's own. At most ${MOST_READERS} of them read nothing.`,
  tries: { full: 900, short: 300 },
  minutes: 15,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    const item = await newItem(shop, 1_000_000)
    for (let n = 0; n < 20; n++) await newItem(shop, 1)
    const { access } = await insertPerson(shop, { admin: true })
    const server = await startServer(context, place)
    const scene = { context, server, access, order: JSON.stringify(orderOf(item)), failures }
    const before = p99((await whileGood(scene, () => sleep(5_000))).times)
    const kinds = (['header', 'body', 'read'] as const).filter(
      (kind) => context.broken === undefined || context.broken === `slow-${kind}`,
    )
    const said: string[] = []
    for (const kind of kinds) said.push(`${kind}: ${await tryKind(scene, kind, before)}`)
    if (context.broken === undefined || context.broken === 'no-limit-per-address')
      said.push(`one address: ${await tryOneAddress(scene, place, before)}`)
    if (context.broken === undefined || context.broken === 'slow-forms') {
      const { port } = await startServer(context, place, { env: { RATE_LIMIT_FACTOR: '1' } })
      said.push(`slow forms: ${await trySlowForms({ port, access }, failures)}`)
    }
    return {
      tries: `${context.tries} slow connections of each kind`,
      figure: said.join('; '),
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'slow-header',
      patches: [
        {
          find: 'http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }',
          replace: 'http: { headersTimeout: 60_000, connectionsCheckingInterval: 2_000 }',
        },
      ],
      failsWith: /slow header.*not cut/,
    },
    {
      name: 'slow-body',
      patches: [
        {
          find: 'const BODY_MS = 20_000\nexport const LONGEST_BODY_MS = 60_000',
          replace: 'const BODY_MS = 60_000\nexport const LONGEST_BODY_MS = 60_000',
        },
      ],
      failsWith: /slow body.*not cut/,
    },
    {
      name: 'slow-read',
      patches: [
        {
          find: 'const STILL_MS = 20_000\nconst LOOK_MS = 2_000',
          replace: 'const STILL_MS = 600_000\nconst LOOK_MS = 2_000',
        },
      ],
      failsWith: /slow read.*not cut/,
    },
    {
      name: 'no-limit-per-address',
      patches: [{ find: 'if (taken >= perAddress) return true', replace: '' }],
      failsWith: /one address: others are not served/,
    },
    {
      name: 'slow-forms',
      patches: [
        {
          find: 'if (factor > 0 && own >= Math.max(1, Math.round(MAX_EACH * factor)))',
          replace: 'if (factor < 0 && own >= Math.max(1, Math.round(MAX_EACH * factor)))',
        },
      ],
      failsWith: /slow forms: others cannot upload/,
    },
  ],
}

interface Scene {
  /** Address of the good clients. */
  from?: string
  context: ProofContext
  server: Server
  access: string
  order: string
  failures: Failures
}

async function tryKind(scene: Scene, kind: SlowKind, before: number): Promise<string> {
  const { context, failures } = scene
  const slow: Slow[] = []
  const good = await whileGood(scene, async () => {
    const count = kind === 'read' ? Math.min(context.tries, MOST_READERS) : context.tries
    for (let n = 0; n < count; n++) {
      slow.push(openSlow(kind, scene))
      // Their requests are work too, and load is not what is tried.
      if (kind === 'read') await sleep(100)
      else if (n % 50 === 49) await sleep(50)
    }
    const end = performance.now() + CUT_WITHIN_MS + 2_000
    while (performance.now() < end && slow.some(({ cutAfterMs }) => cutAfterMs === undefined)) {
      await sleep(250)
      if (kind === 'read') seeWhoIsCut(slow, scene.server.port)
    }
  })
  const cut = slow.flatMap(({ cutAfterMs }) => cutAfterMs ?? [])
  for (const { socket } of slow) socket.destroy()
  const late = slow.length - cut.filter((ms) => ms <= CUT_WITHIN_MS).length
  if (late > 0)
    failures.add(`slow ${kind}: not cut within ${CUT_WITHIN_MS / 1_000} s`, `${late} of ${slow.length}`)
  const early = cut.filter((ms) => ms < 2_000).length
  if (early > slow.length / 10)
    failures.add(`slow ${kind}: never served, so nothing was tried`, String(early))
  return `cut after ${spread(cut)}, ${judgeOthers(`slow ${kind}`, good, before, failures)}`
}

function judgeOthers(
  name: string,
  { times, errors }: { times: number[]; errors: string[] },
  before: number,
  failures: Failures,
): string {
  const slowest = Math.round(p99(times))
  if (slowest > Math.max(P99_MS, 4 * before)) failures.add(`${name}: others wait`, `p99 ${slowest} ms`)
  if (errors.length > 0)
    failures.add(`${name}: others are not served`, JSON.stringify(countBy(errors, (error) => error)))
  return `${times.length} others p99 ${slowest} ms (${Math.round(before)} before)`
}

/** Each client of the crowd reconnects when it is cut, like a real attacker. */
async function tryOneAddress(scene: Scene, place: Place, before: number): Promise<string> {
  const { context, failures } = scene
  const server = await startServer(context, place, { env: { CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS) } })
  const crowded = { ...scene, server }
  let most = 0
  let refused = 0
  const good = await whileGood({ ...crowded, from: GOOD_ADDRESS }, async () => {
    const end = performance.now() + CROWD_MS
    const crowd: Slow[] = []
    while (performance.now() < end) {
      // A few at a time: this tries how many are held, not how fast they are refused.
      for (let n = 0; n < 50 && crowd.length < CROWD; n += 1) crowd.push(openSlow('header', crowded))
      await sleep(100)
      // A connection that waits for `accept` is open only for the kernel.
      const taken = crowd.filter(({ began }) => performance.now() - began > 2_000)
      most = Math.max(most, heldOf(taken, server.port).length)
      crowd.forEach((each, n) => {
        if (each.cutAfterMs === undefined || performance.now() - each.began < 1_000) return
        refused += 1
        crowd[n] = openSlow('header', crowded)
      })
    }
    for (const { socket } of crowd) socket.destroy()
  })
  if (refused < CROWD)
    failures.add('one address: hardly anybody was refused, so nothing was tried', String(refused))
  if (most > PER_ADDRESS)
    failures.add(`one address: holds more than ${PER_ADDRESS} connections`, String(most))
  return `held ${most} at once, ${refused} refused, ${judgeOthers('one address', good, before, failures)}`
}

// ---- Good clients ------------------------------------------------------------------------------------------------

/** Requests pages, lists and orders while `work` runs. */
async function whileGood(scene: Scene, work: () => Promise<unknown>) {
  const kept = new Agent({ keepAlive: true })
  const times: number[] = []
  const errors: string[] = []
  const asked = new Set<Promise<void>>()
  let n = 0
  const every = setInterval(() => {
    n += 1
    const began = performance.now()
    const counted = (async () => {
      try {
        const status = await ask(scene, n, n % 2 === 0 ? kept : false)
        times.push(performance.now() - began)
        if (status >= 400 || status === 0) errors.push(String(status))
      } catch (error) {
        errors.push(String(Reflect.get(Object(error), 'code') ?? error))
      }
    })()
    asked.add(counted)
    void counted.finally(() => asked.delete(counted))
  }, 1_000 / GOOD_PER_SECOND)
  await work()
  clearInterval(every)
  await Promise.all(asked)
  kept.destroy()
  return { times, errors }
}

function ask({ server, access, order, from }: Scene, n: number, agent: Agent | false): Promise<number> {
  const [method, path] =
    n % 25 === 0 ? ['POST', '/api/orders/'] : n % 5 === 0 ? ['GET', '/productos'] : ['GET', '/api/products/']
  return new Promise((resolve, reject) => {
    const headers = {
      ...(method === 'POST' && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(order),
      }),
      ...(path.startsWith('/api') && { authorization: `Bearer ${access}` }),
    }
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        localAddress: from,
        method,
        path,
        agent,
        headers,
        timeout: 20_000,
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', reject)
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('no answer')))
    sent.once('error', reject)
    sent.end(method === 'POST' ? order : undefined)
  })
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.99)] ?? 0
}

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertPerson } from '../test/support/people.ts'
import { countBy } from './support/client.ts'
import { allowPending, newItem, orderOf } from './support/goods.ts'
import { newCluster, openShopOf, placeOn } from './support/places.ts'
import { Failures, type Proof, type ProofContext, spread } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'

const CUT_WITHIN_MS = 30_000
/** The server takes a thousand connections; who wants to be served has one of the others. */
const GOOD_PER_SECOND = 50
const P99_MS = 500

/** What is not read stays in the memory of the kernel, some megabytes each. */
const MOST_READERS = 50

type Kind = 'header' | 'body' | 'read'

export const proof: Proof = {
  id: 'D1',
  title: `Slow clients: so many connections that send headers a line at a time, that send a body ten bytes at a time, and that ask for much and read nothing, while others ask ${GOOD_PER_SECOND} times a second (half of them over new connections): those have p99 under ${P99_MS} ms (on a busy machine four times what it was before) and no errors, all slow ones are cut within ${CUT_WITHIN_MS / 1_000} s. Tries are slow connections of each kind (${MOST_READERS} that read nothing)`,
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
          file: 'src/server/app.ts',
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
          file: 'src/server/http/slow-bodies.ts',
          find: 'const BODY_MS = 20_000',
          replace: 'const BODY_MS = 60_000',
        },
      ],
      failsWith: /slow body.*not cut/,
    },
    {
      name: 'slow-read',
      patches: [
        {
          file: 'src/server/http/slow-readers.ts',
          find: 'const STILL_MS = 20_000',
          replace: 'const STILL_MS = 600_000',
        },
      ],
      failsWith: /slow read.*not cut/,
    },
  ],
}

interface Scene {
  context: ProofContext
  server: Server
  access: string
  order: string
  failures: Failures
}

async function tryKind(scene: Scene, kind: Kind, before: number): Promise<string> {
  const { context, failures } = scene
  const slow: Slow[] = []
  const good = await whileGood(scene, async () => {
    const count = kind === 'read' ? Math.min(context.tries, MOST_READERS) : context.tries
    for (let n = 0; n < count; n++) {
      slow.push(openSlow(kind, scene))
      // What they ask for is work as well, and that is not what is tried.
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
  const limit = Math.max(P99_MS, 4 * before)
  if (p99(good.times) > limit)
    failures.add(`slow ${kind}: others wait`, `p99 ${Math.round(p99(good.times))} ms`)
  if (good.errors.length > 0)
    failures.add(
      `slow ${kind}: others are not served`,
      JSON.stringify(countBy(good.errors, (error) => error)),
    )
  return `cut after ${spread(cut)}, ${good.times.length} others p99 ${Math.round(p99(good.times))} ms (${Math.round(before)} before)`
}

// ---- Who is slow -------------------------------------------------------------------------------------------------

interface Slow {
  socket: net.Socket
  began: number
  /** Undefined while it is open. */
  cutAfterMs: number | undefined
}

function openSlow(kind: Kind, { server, access }: Scene): Slow {
  const began = performance.now()
  const socket = net.connect(server.port, '127.0.0.1')
  const slow: Slow = { socket, began, cutAfterMs: undefined }
  const every = setInterval(() => {
    if (kind === 'header') socket.write(`X-${Math.random()}: 1\r\n`)
    if (kind === 'body') socket.write('aaaaaaaaaa')
  }, 2_000)
  const ended = () => {
    clearInterval(every)
    slow.cutAfterMs ??= performance.now() - began
  }
  socket.on('error', ended)
  socket.once('close', ended)
  if (kind === 'header') socket.write('GET /api/products/ HTTP/1.1\r\nHost: localhost\r\n')
  if (kind === 'body')
    socket.write(
      `POST /api/orders/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"a":"`,
    )
  if (kind === 'read') {
    socket.pause()
    // More than the system takes off the server's hands.
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30))
  } else socket.resume()
  return slow
}

/**
 * Who reads nothing does not hear of the end. What the system still wants to send for a server that has let go is no
 * connection of the server any more, and so not established: https://docs.kernel.org/networking/proc_net_tcp.html
 */
function seeWhoIsCut(slow: Slow[], port: number): void {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')
  const held = new Set(
    [...readFileSync('/proc/net/tcp', 'utf8').matchAll(/: \w{8}:(\w{4}) \w{8}:(\w{4}) 01 /g)].flatMap(
      ([, local, remote = '']) => (local === hex(port) ? remote : []),
    ),
  )
  for (const each of slow) {
    const local = each.socket.localPort
    if (local !== undefined && !held.has(hex(local))) each.cutAfterMs ??= performance.now() - each.began
  }
}

// ---- Who is not --------------------------------------------------------------------------------------------------

/** Pages, lists and orders, as long as `work` takes. */
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

function ask({ server, access, order }: Scene, n: number, agent: Agent | false): Promise<number> {
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
      { host: '127.0.0.1', port: server.port, method, path, agent, headers, timeout: 20_000 },
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

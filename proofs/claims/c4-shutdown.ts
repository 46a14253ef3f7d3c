import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { multipart } from '../../test/support/calls/multipart.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from '../../test/support/sales/books.ts'
import { startBuyers, until } from '../../test/support/sales/buyers.ts'
import { expectingCustomer } from './c4-shutdown/expecting.ts'
import { allowPending, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { decodersOf, HANGING_DECODER, hangingPicture } from '../../test/support/pictures/decoders.ts'
import { Failures, type Proof, spread } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

const WORKERS = 20
const SLOW = 5
/** Beginnings of requests that nothing follows, as on the spare connections of browsers. */
const UNFINISHED_HEADS = ['', '', 'GET / HTTP/1.1\r\nHost: localhost\r\n']
/** As many as are decoded at once. */
const PICTURES = 2
const STOP_WITHIN_MS = 10_000
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

const STOPPING = "await wait('requests', app.close())"

export const proof: Proof = {
  id: 'C4',
  title: 'Graceful shutdown',
  claim: 'After SIGTERM every accepted request is answered, and the process exits with 0 within 10 s.',
  how: `SIGTERM while ${WORKERS} customers order, ${SLOW} requests are half sent, ${UNFINISHED_HEADS.length} connections have sent no complete request head and ${PICTURES} pictures hang in a decoder. A request counts as accepted once the server has answered 100 Continue.`,
  oneTry: 'a stop',
  tries: { full: 20, short: 5 },
  patches: [HANGING_DECODER],
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    await allowPending(shop)
    const people = await Promise.all(Array.from({ length: WORKERS }, () => insertPerson(shop)))
    const scene = {
      order: orderOf(await newItem(shop, 1_000_000)),
      tokens: people.map(({ access }) => access),
    }
    const picture = await hangingPicture()
    const failures = new Failures()
    const took: number[] = []
    let acknowledged = 0
    let slowAnswered = 0
    let cutBefore100 = 0
    for (let round = 0; round < context.tries; round++) {
      const server = await startServer(context, place, { patches: [HANGING_DECODER] })
      const before = new Set((await shop.db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
      const expecting = expectingCustomer(server.port)
      const buyers = startBuyers(server.url, { ...scene, post: expecting.post })
      await until('the server sells', () => buyers.acknowledged.length >= 30)
      const slow = Array.from({ length: SLOW }, () => orderSlowly(server, scene.tokens[0] ?? '', scene.order))
      await Promise.all(slow.map(({ accepted }) => accepted))
      const pictures = Array.from({ length: PICTURES }, () => postForever(server, picture))
      await until('pictures are decoded', () => decodersOf(server.pid).length === PICTURES)
      const decoders = decodersOf(server.pid)
      const unfinished = await Promise.all(UNFINISHED_HEADS.map((head) => connect(server, head)))
      const { ms, code } = await server.stop()
      for (const socket of unfinished) socket.destroy()
      // Those of a wrong build, whose server is killed, would spin for ever.
      for (const pid of decoders) killIfRunning(pid)
      await buyers.stop()
      for (const status of await Promise.all(pictures))
        failures.expect('an upload that is decoded for ever', status, 503)
      expecting.end()
      if (expecting.cutAfter100 > 0) failures.add('accepted and cut', `${expecting.cutAfter100} requests`)
      cutBefore100 += expecting.cutBefore100
      const slowIds = (await Promise.all(slow.map(({ ordered }) => ordered))).flatMap((id) => id ?? [])
      took.push(ms)
      if (ms > STOP_WITHIN_MS) failures.add('ended later than 10 s', `${Math.round(ms)} ms`)
      failures.expect('exit code', code, 0)
      failures.expect('requests that were half sent and were answered', slowIds.length, SLOW)
      const heard = new Set([...buyers.acknowledged, ...slowIds])
      const kept = (await shop.db.selectFrom('orders').select('id').execute()).filter(
        ({ id }) => !before.has(id),
      )
      const silent = kept.filter(({ id }) => !heard.has(id))
      if (silent.length > 0) failures.add('done and not answered', `${silent.length} orders`)
      for (const id of await missingOrders(shop.db, [...heard]))
        failures.add('acknowledged and lost', `order ${id}`)
      for (const text of buyers.texts) if (text.startsWith('5')) failures.add('an answer of 5xx', text)
      acknowledged += heard.size
      slowAnswered += slowIds.length
    }
    for (const problem of await halfOrders(shop.db)) failures.add('half an order', problem)
    for (const problem of await bookProblems(shop.db)) failures.add('books do not agree', problem)
    return {
      tries: `${context.tries} stops while ${WORKERS} customers order`,
      figure: `${acknowledged} orders, all answered, ${slowAnswered} of ${context.tries * SLOW} half-sent requests answered; ${cutBefore100} cut before the server had answered 100; exit after ${spread(took)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'cuts-what-waits',
      patches: [
        {
          find: "app.addHook('onSend', (_request, reply, payload, done) => {\n    if (stopping.aborted)",
          // The response with «Connection: close» is half sent; another check covers that.
          replace: `app.addHook('preHandler', async (request, reply) => {
            await new Promise((resolve) => setTimeout(resolve, 50))
            if (!stopping.aborted || request.headers.connection === 'close') return
            reply.hijack()
            request.raw.socket.destroy()
          })
          app.addHook('onSend', (_request, reply, payload, done) => {
            if (stopping.aborted)`,
        },
      ],
      failsWith: /accepted and cut/,
    },
    {
      name: 'exit-at-once',
      patches: [
        {
          find: STOPPING,
          replace: STOPPING.replace('app.close()', 'process.exit(0)'),
        },
      ],
      failsWith: /done and not answered|half sent/,
    },
    {
      name: 'waits-for-pictures',
      patches: [
        {
          find: 'setTimeout(stopDecoders, PICTURES_WITHIN_MS)',
          replace: 'setTimeout(() => stopDecoders, PICTURES_WITHIN_MS)',
        },
      ],
      failsWith: /exit code|decoded for ever/,
    },
    {
      name: 'waits-for-unfinished-heads',
      patches: [
        {
          find: 'if (passed >= WAIT_MS && !requests) socket.destroy()',
          replace: 'if (passed < 0) socket.destroy()',
        },
      ],
      failsWith: /exit code|ended later/,
    },
    {
      name: 'never-ends',
      patches: [
        {
          find: STOPPING,
          replace: STOPPING.replace('app.close()', 'new Promise(() => setInterval(() => 0, 1_000))'),
        },
      ],
      failsWith: /exit code|ended later/,
    },
  ],
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function connect(server: Server, head: string): Promise<net.Socket> {
  const socket = net.connect(server.port, '127.0.0.1')
  // The server cuts it.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

/** The status of the answer, or why there is none. */
async function postForever(server: Server, picture: Buffer): Promise<number | string> {
  const { payload, headers } = multipart([
    { name: 'upload_preset', body: 'warranty' },
    { name: 'file', filename: 'foto.jpg', type: 'image/jpeg', body: picture },
  ])
  return fetch(`${server.url}/api/uploads/`, { method: 'POST', headers, body: new Uint8Array(payload) }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )
}

interface SlowOrder {
  /** When the server has read the headers: it answers 100 to `Expect: 100-continue`. */
  accepted: Promise<void>
  /** The id of the order when the response is 201. */
  ordered: Promise<number | undefined>
}

/** Sends headers and half of the body, the rest a second later. */
function orderSlowly(server: Server, access: string, order: unknown): SlowOrder {
  const body = JSON.stringify(order)
  const head = [
    'POST /api/orders/ HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Expect: 100-continue',
    `Authorization: Bearer ${access}`,
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const socket = net.connect(server.port, '127.0.0.1')
  const accepted = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  let received = ''
  socket.on('data', (piece) => {
    received += piece.toString()
    if (received.startsWith(CONTINUE)) accepted.resolve()
  })
  const end = () => {
    accepted.resolve()
    ended.resolve(received.slice(received.startsWith(CONTINUE) ? CONTINUE.length : 0))
  }
  socket.on('error', end)
  socket.on('close', end)
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  const finish = async () => {
    await accepted.promise
    await sleep(1_000)
    if (!socket.destroyed) socket.write(body.slice(20))
    const text = await ended.promise
    const id = text.startsWith('HTTP/1.1 201') ? /"id":(\d+)/.exec(text)?.[1] : undefined
    return id === undefined ? undefined : Number(id)
  }
  return { accepted: accepted.promise, ordered: finish() }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../test/support/calls/client.ts'
import { manyScans } from '../../../test/support/hostile-inputs/many-parts.ts'
import { insertPerson } from '../../../test/support/people/people.ts'
import { HANGING_DECODER, hangingPicture } from '../../../test/support/pictures/decoders.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'
import { type Failures, type ProofContext, spread } from '../../support/proof.ts'
import { startBuyers } from '../../../test/support/sales/buyers.ts'
import { allowPending, newItem, orderOf } from '../../../test/support/sales/goods.ts'
import { type Server, startServer } from '../../../test/support/servers/start-server.ts'
import { openShopOf, type Place } from '../../../test/support/test-environment.ts'

const OTHERS_WITHIN_MS = 3_000
const BOMBS = 3
const QUIET_MS = 5_000
/** A decoder is killed after 15 s. */
const KILLED_WITHIN_MS = 25_000

type Upload = (server: Server, bytes: Buffer) => Promise<Pick<Answer, 'status' | 'body'>>

interface Scene {
  context: ProofContext
  place: Place
  server: Server
  upload: Upload
  failures: Failures
}

/** Three pictures of many scans at once, while others upload and order. */
export async function manyScansAtOnce(scene: Scene): Promise<string> {
  const { context, server, upload, failures } = scene
  const order = await orderTimes(scene)
  const quiet = await order(() => sleep(QUIET_MS))
  const bomb = await manyScans({ side: 6_144, scans: 60_000 })
  let others: number[] = []
  const loaded = await order(async () => {
    const state = { done: false }
    const asking = uploadsUntil(() => state.done, server, upload, failures)
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: BOMBS }, () => upload(server, bomb).catch((error: unknown) => String(error))),
    )
    for (const answer of answers)
      if (typeof answer === 'string' || answer.status !== 400)
        failures.add('many scans are not refused', JSON.stringify(answer))
    await sleep(Math.max(0, QUIET_MS - (performance.now() - began)))
    state.done = true
    others = await asking
  })
  const slowest = Math.max(...others)
  if (slowest > OTHERS_WITHIN_MS)
    failures.add('beside many scans an upload waits longer than 3 s', `${Math.round(slowest)} ms`)
  if (context.judgesTime && loaded > 2 * quiet + 20)
    failures.add('beside many scans orders take more than twice as long', `p95 ${Math.round(loaded)} ms`)
  return `beside ${BOMBS} of many scans ${others.length} uploads ${spread(others)}, orders' p95 ${Math.round(quiet)} → ${Math.round(loaded)} ms`
}

/** A decoder that does not come to an end is killed; the other one works meanwhile. */
export async function hangingDecoder({ context, place, upload, failures }: Scene): Promise<string> {
  const server = await startServer(context, place, { patches: [HANGING_DECODER] })
  await upload(server, await jpeg())
  const began = performance.now()
  const hanging = upload(server, await hangingPicture()).then(
    ({ status }) => ({ status, ms: performance.now() - began }),
    (error: unknown) => ({ status: String(error), ms: performance.now() - began }),
  )
  const others = await uploadsUntil(() => performance.now() - began > QUIET_MS, server, upload, failures)
  if (Math.max(...others) > OTHERS_WITHIN_MS)
    failures.add('beside a hanging decoder an upload waits longer than 3 s', spread(others))
  const { status, ms } = await hanging
  if (status !== 400 || ms > KILLED_WITHIN_MS)
    failures.add('a hanging decoder is not killed', `${status} after ${Math.round(ms)} ms`)
  await server.stop()
  return `a hanging decoder killed after ${Math.round(ms / 1_000)} s, beside it ${others.length} uploads ${spread(others)}`
}

/** Returns a function that orders while `work` runs, and resolves to the 95th percentile of the times. */
async function orderTimes({ place, context, server }: Scene) {
  const shop = await openShopOf(context, place)
  await allowPending(shop)
  const people = [await insertPerson(shop), await insertPerson(shop)]
  const scene = {
    order: orderOf(await newItem(shop, 1_000_000)),
    tokens: people.map(({ access }) => access),
  }
  return async (work: () => Promise<unknown>): Promise<number> => {
    const buyers = startBuyers(server.url, { ...scene, workers: 1 })
    await work()
    await buyers.stop()
    const times = buyers.answeredAt.slice(1).map((at, n) => at - (buyers.answeredAt[n] ?? at))
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  }
}

/** Milliseconds of one upload after the other. */
async function uploadsUntil(isOver: () => boolean, server: Server, upload: Upload, failures: Failures) {
  const photo = await jpeg()
  const times: number[] = []
  while (!isOver()) {
    const began = performance.now()
    const { status } = await upload(server, photo).catch(() => ({ status: 0 }))
    times.push(performance.now() - began)
    if (status !== 201) failures.add('an upload beside others is refused', String(status))
    await sleep(100)
  }
  return times
}

import path from 'node:path'
import {
  type AnonymousRequest,
  anonymousRequests,
  type Extent,
} from '../../test/support/prices/anonymous-requests.ts'
import {
  falling,
  openPricedWorld,
  PUBLIC_URL,
  type PriceList,
  rising,
} from '../../test/support/prices/priced-world.ts'
import { newCluster, placeOn, ROOT } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spreadOver } from '../support/proof.ts'
import { askRaw, inParallel, type RawAnswer, rawHeader } from '../../test/support/calls/raw.ts'
import { changePrices, timesTell } from './p1-price-side-channels/changing-prices.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { openMigrated } from '../../test/support/test-environment.ts'
import { PRICES_FOR_ALL } from '../wrong-builds/shared-faults.ts'

const EVERY_TAG = 8

export const proof: Proof = {
  id: 'P1',
  title: 'Price side channels',
  claim:
    'Two shops that differ only in prices and discounts, which change in one of them during the run, answer every anonymous request with the same bytes. The time of an answer does not reveal that prices have changed.',
  how: 'API, pages, headers, sitemap, single products and presentations, refused writes; only date and request id are ignored. Each shop also answers 304 to the ETags of the other. Then cached answers are timed after a save of prices and without one, in random order: guessing from the time is no better than chance (area 0.45 to 0.55).',
  oneTry: 'a request to both',
  note: 'Parameters that could reveal a price are combined with each other; all others are random with a fixed seed.',
  tries: { full: 100_000, short: 3_000 },
  async run(context) {
    const cluster = await newCluster(context)
    const worlds = [
      await openOne(context, cluster, rising),
      await openOne(context, cluster, falling),
    ] as const
    const failures = new Failures()
    expectDifferent(worlds, failures)
    const [{ server: one, extent }, { server: other }] = worlds
    const all = anonymousRequests({ ...extent, lastBrand: 4 })
    const requests = [await lookSheetOf(one), ...spreadOver(all, context.tries)]

    const changing = changePrices(worlds[1])
    const counts = { requests: 0, ok: 0, refused: 0, tags: 0, bytes: 0 }
    await inParallel(requests, 4, async (request) => {
      // Enough failures to notice a wrong build.
      if (context.broken !== undefined && failures.list().length > 2) return
      const [here, there] = await Promise.all([
        askRaw(one.port, asked(request)),
        askRaw(other.port, asked(request)),
      ])
      counts.requests += 1
      counts.bytes += here.bytes.length
      if (here.status === 200) counts.ok += 1
      // Of calls that visitors may not make; each is asked as well.
      if (here.status === 401) counts.refused += 1
      if (here.status >= 500) failures.add(`a ${here.status}`, request.url)
      if (comparable(here) !== comparable(there))
        failures.add(kindOf(request), difference(request, here, there))
      if (counts.requests % EVERY_TAG === 0)
        counts.tags += await expectSameTag(worlds, request, [here, there], failures)
    })
    const saves = await changing.stop()
    const isTimed = context.broken === undefined || context.broken === 'drops-on-prices'
    const time = isTimed ? await timesTell(worlds[0], context.full ? 2_000 : 500, failures) : 'not timed'
    if (
      context.broken === undefined &&
      (saves < counts.requests / 50 ||
        counts.ok < (counts.requests - counts.refused) * 0.8 ||
        counts.tags < counts.requests / 20)
    )
      failures.add('too little was answered', JSON.stringify(counts))
    return {
      tries: `${counts.requests} requests of ${all.length} to both, ${counts.tags} ETags exchanged`,
      figure: `0 byte differences in ${(counts.bytes / 1e6).toFixed(1)} MB; ${counts.ok} answered 200, ${counts.refused} refused to visitors; ${saves} saves of prices during the run; ${time}`,
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'prices-for-all', patches: PRICES_FOR_ALL, failsWith: /other bytes of \/api/ },
    {
      name: 'orders-by-price',
      patches: [{ find: "if (audience === 'anonymous') return 'stocked'\n", replace: '\n' }],
      failsWith: /other bytes of/,
    },
    {
      name: 'filters-by-price',
      patches: [
        {
          find: "const maySeePrices = audience !== 'anonymous'",
          replace: 'const maySeePrices = audience.length > 0',
        },
      ],
      failsWith: /other bytes.*(?:priceStatus|priceRange|discount)/,
    },
    {
      name: 'pages-of-a-customer',
      patches: [
        {
          find: "audience: 'anonymous', user: undefined,",
          replace: "audience: 'customer', user: undefined,",
        },
      ],
      failsWith: /other bytes of a page/,
    },
    {
      name: 'drops-on-prices',
      patches: [{ find: "if (change === 'private') return\n", replace: '\n' }],
      failsWith: /time tells that prices changed/,
    },
  ],
}

interface World {
  server: Server
  extent: Omit<Extent, 'lastBrand'>
  /** Token of an admin. */
  access: string
  /** All prices that a customer sees, in the order of the list. */
  prices: string
}

async function openOne(
  context: ProofContext,
  cluster: Parameters<typeof placeOn>[1],
  prices: PriceList,
): Promise<World> {
  const place = await placeOn(context, cluster)
  const world = await openPricedWorld('postgres', prices, { database: await openMigrated(place) })
  const { body } = await world.customer.get('/products/')
  const seen = JSON.stringify(
    (body as { blisters: { price: number }[] }[]).map(({ blisters }) => blisters.map(({ price }) => price)),
  )
  const { lastProduct, lastBlister, described } = world
  const { user } = await world.signIn({ admin: true, username: 'socia' })
  await world.close()
  const server = await startServer(context, place, { env: { PUBLIC_URL } })
  return {
    server,
    extent: { lastProduct, lastBlister, described },
    access: user?.access ?? '',
    prices: seen,
  }
}

function expectDifferent([one, other]: readonly [World, World], failures: Failures): void {
  if (one.prices === other.prices || one.prices.length < 200)
    failures.add('the worlds do not differ', path.relative(ROOT, import.meta.filename))
  failures.expect('the worlds hold other things', one.extent, other.extent)
}

/** The sheet with the shop's own colours, as its pages name it. */
async function lookSheetOf({ port }: Server): Promise<AnonymousRequest> {
  const home = await askRaw(port, asked({ method: 'GET', url: '/', headers: {} }))
  const [url] = /\/look\/[^"]+\.css/.exec(home.bytes.toString()) ?? []
  if (url === undefined) throw new Error('The pages have no sheet of their own')
  return { method: 'GET', url, headers: {} }
}

/** With the same host, whatever the port. */
function asked(request: AnonymousRequest): AnonymousRequest {
  return { ...request, headers: { host: new URL(PUBLIC_URL).host, ...request.headers } }
}

/** Status, headers and bytes as one text, without what differs between requests by design. */
function comparable({ status, headers, bytes }: RawAnswer): string {
  const pairs = headers.flatMap((name, i) =>
    i % 2 === 0 ? [[name.toLowerCase(), headers[i + 1] ?? '']] : [],
  )
  const id = pairs.find(([name]) => name === 'x-request-id')?.[1]
  const kept = pairs.filter(([name]) => name !== 'date' && name !== 'x-request-id')
  const text = bytes.toString('latin1')
  // The body first: a different body also has a different tag, which says less.
  return `${status} ${id ? text.replaceAll(id, 'the request id') : text}\n${JSON.stringify(kept)}`
}

function kindOf({ url }: AnonymousRequest): string {
  if (!url.startsWith('/api/')) return 'other bytes of a page'
  return `other bytes of ${url.split('?', 1)[0]?.replace(/\d+/g, 'n') ?? ''}`
}

function difference({ method, url }: AnonymousRequest, here: RawAnswer, there: RawAnswer): string {
  const [one, other] = [comparable(here), comparable(there)]
  const at = [...one].findIndex((character, i) => character !== other[i])
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 80)
  return `${method} ${url}: ${around(one)} ≠ ${around(other)}`
}

/** Each gets the other's tag: without a 304, a visitor could tell the shops apart. */
async function expectSameTag(
  [one, other]: readonly [World, World],
  request: AnonymousRequest,
  answers: [RawAnswer, RawAnswer],
  failures: Failures,
): Promise<number> {
  const [mine, theirs] = answers.map((answer) => rawHeader(answer, 'etag'))
  if (request.method !== 'GET' || mine === undefined || theirs === undefined) return 0
  const withTag = (tag: string) =>
    asked({ ...request, headers: { ...request.headers, 'if-none-match': tag } })
  const [fromOne, fromOther] = await Promise.all([
    askRaw(one.server.port, withTag(theirs)),
    askRaw(other.server.port, withTag(mine)),
  ])
  if (fromOne.status !== 304 || fromOther.status !== 304)
    failures.add("the other's tag is not known", request.url)
  return 1
}

import { setTimeout as sleep } from 'node:timers/promises'
import { askRaw } from '../../../test/support/calls/raw.ts'
import { clientAt } from '../../../test/support/calls/client.ts'
import type { Failures } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'

const ADDRESSES = ['/', '/productos', '/api/products/?page=1&page_size=9', '/sitemap.xml']
/** Limits of the probability that the time after a save of prices is the longer one. */
export const AREA = { least: 0.45, most: 0.55 }

export interface Priced {
  server: Server
  /** Token of an admin. */
  access: string
  extent: { lastProduct: number }
}

/** Saves other prices of one product after the other until it is stopped; the number of saves. */
export function changePrices(world: Priced): { stop(): Promise<number> } {
  const stopping = new AbortController()
  const saving = (async () => {
    let saves = 0
    for (; !stopping.signal.aborted; saves++) {
      await savePrices(world, 1 + (saves % world.extent.lastProduct), saves)
      await sleep(50)
    }
    return saves
  })()
  return {
    stop() {
      stopping.abort()
      return saving
    },
  }
}

/**
 * The time of a visitor's next answer with and without a save of prices before it, in random order: an area of 0.5 reveals nothing.
 */
export async function timesTell(world: Priced, tries: number, failures: Failures): Promise<string> {
  const times = { saved: [] as number[], same: [] as number[] }
  for (let n = 0; n < 2 * tries; n++) {
    const url = ADDRESSES[n % ADDRESSES.length] ?? '/'
    await timed(world.server, url)
    const isSaved = Math.random() < 0.5
    await (isSaved ? savePrices(world, 1, n) : readProduct(world, 1))
    await sleep(30)
    times[isSaved ? 'saved' : 'same'].push(await timed(world.server, url))
  }
  const area = areaOf(times.saved, times.same)
  if (area < AREA.least || area > AREA.most) failures.add('time tells that prices changed', `area ${area}`)
  return `time after a save of prices: area ${area.toFixed(3)}`
}

const readProduct = ({ server, access }: Priced, id: number) =>
  clientAt(server.url, access).get(`/products/${id}/`)

/** Removed products have no prices to change. */
async function savePrices(world: Priced, id: number, n: number): Promise<void> {
  const { status, body } = await readProduct(world, id)
  if (status === 404) return
  const product = body as { blisters: object[] }
  const blisters = product.blisters.map((blister) => ({
    ...blister,
    price: 1_000 + (n % 997),
    discount: n % 40,
  }))
  const saved = await clientAt(world.server.url, world.access).put(`/products/${id}/`, {
    ...product,
    blisters,
  })
  if (saved.status !== 200)
    throw new Error(`Prices are not saved: ${saved.status} ${JSON.stringify(saved.body)}`)
}

async function timed({ port }: Server, url: string): Promise<number> {
  const began = performance.now()
  const { status } = await askRaw(port, { method: 'GET', url, headers: { host: 'surbrote.example' } })
  if (status !== 200) throw new Error(`${url} is answered ${status}`)
  return performance.now() - began
}

/** How often one of the first is longer than one of the second. */
function areaOf(first: number[], second: number[]): number {
  const wins = first.reduce((sum, a) => sum + second.filter((b) => a > b).length, 0)
  return wins / (first.length * second.length)
}

import { CODE_MS } from '../../../src/server/auth/rules.ts'
import type { Shop } from '../../../src/server/shop.ts'
import type { Client } from '../../../test/support/calls/client.ts'
import { mailOf, type Question } from './questions.ts'

export interface Timed {
  exists: boolean
  ms: number
}

/** Half of them about an account, in random order. */
export function mixed(tries: number): { exists: boolean }[] {
  return Array.from({ length: tries * 2 }, (_, n) => ({ exists: n % 2 === 0, at: Math.random() })).toSorted(
    (a, b) => a.at - b.at,
  )
}

/** The share of pairs in which the existing name took longer than the unknown one; 0.5 is chance. */
export function areaOf(times: Timed[]): number {
  const tries = times.length / 2
  // The sum of the ranks of one group: https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
  const ranks = times
    .toSorted((a, b) => a.ms - b.ms)
    .reduce((sum, { exists }, index) => sum + (exists ? index + 1 : 0), 0)
  return (ranks - (tries * (tries + 1)) / 2) / (tries * tries)
}

/** The area of one question on a quiet server. */
export async function areaByTime(
  shop: Shop,
  client: Client,
  { ask, names: [account, nobody] }: Question,
  tries: number,
): Promise<number> {
  const times: Timed[] = []
  for (let warm = 0; warm < 20; warm++) await ask(client, warm % 2 === 0 ? account : nobody)
  for (const { exists } of mixed(tries)) {
    await setCodes(shop)
    const start = performance.now()
    await ask(client, exists ? account : nobody)
    times.push({ exists, ms: performance.now() - start })
  }
  return areaOf(times)
}

/** Questions at a fixed time are asked side by side, and two updates of all codes could wait for each other's rows. */
let setting = Promise.resolve()

/** Before every request, whatever its name: `sin_verificar` has a live code, `gastado_cinco` has no tries left. */
function setCodes(shop: Shop): Promise<void> {
  setting = setting.then(() => updateCodes(shop))
  return setting
}

async function updateCodes(shop: Shop): Promise<void> {
  await shop.db
    .updateTable('verification_codes')
    .set((row) => ({
      tries: row.case().when('email', '=', mailOf('gastado_cinco')).then(5).else(0).end(),
      expires_at: new Date(Date.now() + CODE_MS),
    }))
    .execute()
}

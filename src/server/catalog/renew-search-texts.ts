import { setTimeout as sleep } from 'node:timers/promises'
import { publicChanged } from '../cache/public-change.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Shop } from '../shop.ts'
import * as queries from './brand-queries.ts'
import { searchText } from './rules.ts'

/** Renewed within the save: some 60 ms. */
const AT_ONCE = 200
/** Saves of the brand and its products wait for one batch at most: some 20 ms. */
const BATCH = 50
/** Lets others have the embedded database's only connection; before the first batch, the answer to the save. */
const PAUSE_MS = 20

let last = Promise.resolve()

/** After a rename: waits for it unless that would take long. */
export async function renewSoon(shop: Shop, id: number): Promise<void> {
  if ((await queries.countProductsOfBrand(shop.db, id)) <= AT_ONCE) await renewProductsOf(shop, id)
  else void renewSearchTexts(shop)
}

/**
 * Writes the names of renamed brands into the search texts of their products, one brand after the other. What a crash
 * leaves is done by the next housekeeping. Logs its failures.
 */
export function renewSearchTexts(shop: Shop): Promise<void> {
  const renew = async () => {
    for (const id of await queries.listRenamedBrands(shop.db)) {
      await renewProductsOf(shop, id, PAUSE_MS)
    }
  }
  last = last.then(renew).catch((error: unknown) => {
    shop.log.warn({ err: error }, 'the search texts of a renamed brand are not renewed yet')
  })
  return last
}

async function renewProductsOf(shop: Shop, id: number, pauseMs = 0): Promise<void> {
  let done: Batch | undefined = { name: '', after: 0 }
  while (done) {
    if (pauseMs > 0) await sleep(pauseMs)
    done = await renewBatch(shop, id, done)
  }
}

/** How far the renewal got, and with which name. */
interface Batch {
  name: string
  after: number
}

/** Undefined: it was the last one. */
function renewBatch(shop: Shop, id: number, { name, after }: Batch): Promise<Batch | undefined> {
  return inTransaction(shop.database, async (tx) => {
    // Locked, as saves of its products use the name that they read.
    const brand = await queries.lockBrand(tx, id)
    if (!brand?.is_renamed) return undefined
    // Renamed again meanwhile: from the beginning.
    const from = name === brand.name ? after : 0
    const products = await queries.listProductsOfBrand(tx, id, { after: from, most: BATCH })
    const texts = products.map((product) => ({ id: product.id, text: searchText(product, brand.name) }))
    await queries.updateSearchTexts(tx, id, texts)
    const end = products.at(-1)
    if (end && products.length === BATCH) return { name: brand.name, after: end.id }
    await queries.endRenaming(tx, id)
    await publicChanged(tx)
    return undefined
  })
}

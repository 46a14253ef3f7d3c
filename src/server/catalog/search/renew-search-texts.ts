import { setTimeout as sleep } from 'node:timers/promises'
import { publicChanged } from '../../cache/public-change.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Shop } from '../../shop.ts'
import * as queries from '../brands/brand-queries.ts'
import { searchText } from '../rules.ts'

/** Up to this many are renewed within the save: some 60 ms. */
const AT_ONCE = 200
/** Saves of the brand and its products wait for at most one batch: some 20 ms. */
const BATCH = 50
/**
 * Pause between batches, which frees the embedded database's only connection; before the first batch, for the answer
 * to the save.
 */
const PAUSE_MS = 20

/** Renews after a rename; waits for it only if there are few products. */
export async function renewSoon(shop: Shop, id: number): Promise<void> {
  if ((await queries.countProductsOfBrand(shop.db, id)) <= AT_ONCE) await renewProductsOf(shop, id)
  else void renewSearchTexts(shop)
}

/**
 * Writes the names of renamed brands into the search texts of their products, one brand at a time; safe to run
 * concurrently. After a stop or a crash the next housekeeping continues. Logs its failures.
 */
export async function renewSearchTexts(shop: Shop, stopping?: AbortSignal): Promise<void> {
  try {
    for (const id of await queries.listRenamedBrands(shop.db))
      await renewProductsOf(shop, id, { pauseMs: PAUSE_MS, stopping })
  } catch (error) {
    shop.log.warn({ err: error }, 'the search texts of a renamed brand are not renewed yet')
  }
}

async function renewProductsOf(
  shop: Shop,
  id: number,
  { pauseMs = 0, stopping }: { pauseMs?: number; stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  let done: Batch | undefined = { version: 0, after: 0 }
  while (done) {
    if (stopping?.aborted) return
    if (pauseMs > 0) await sleep(pauseMs)
    done = await renewBatch(shop, id, done)
  }
}

/** Progress of the renewal, and the version of the brand. */
interface Batch {
  version: number
  after: number
}

/** Undefined after the last batch. */
function renewBatch(shop: Shop, id: number, { version, after }: Batch): Promise<Batch | undefined> {
  return inTransaction(shop.database, async (tx) => {
    // Locked, as saves of its products write the name that they read.
    const brand = await queries.lockBrand(tx, id)
    if (!brand?.is_renamed) return undefined
    // Starts again if the brand was saved meanwhile, as another renewal may have interleaved.
    const from = version === brand.version ? after : 0
    const products = await queries.listProductsOfBrand(tx, id, { after: from, most: BATCH })
    const texts = products.map((product) => ({ id: product.id, text: searchText(product, brand.name) }))
    await queries.updateSearchTexts(tx, id, texts)
    const end = products.at(-1)
    if (end && products.length === BATCH) return { version: brand.version, after: end.id }
    await queries.endRenaming(tx, id)
    await publicChanged(tx)
    return undefined
  })
}

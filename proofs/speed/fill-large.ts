import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/start/open-shop.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { ROOT } from '../../test/support/test-environment.ts'

/**
 * `npm run bench fill-large`: fills the empty shop of DATABASE_URL (or DATA_DIR) with years of a busy one, to try the back
 * office on. An admin comes with `npm run shop -- admin create`.
 */
const shop = await openShop(readConfig(process.env), ROOT)
try {
  const known = await shop.db.selectFrom('products').select('id').limit(1).execute()
  if (known.length > 0) throw new Error('The shop is not empty: nothing was filled in.')
  const started = Date.now()
  await fillLarge(shop)
  console.log(`Filled in ${Math.round((Date.now() - started) / 1000)} s:`, LARGE)
} finally {
  await shop.database.close()
}

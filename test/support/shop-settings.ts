import type { Settings } from '../../src/contract/settings/settings.ts'
import type { Shop } from '../../src/server/shop.ts'

/** Every test shop has one: orders are mailed there. */
export const ORDERS_EMAIL = 'pedidos@tienda.example'

/** Limits of a new shop are off, for tests that are not about them. */
const SETTINGS: Partial<Settings> = {
  orders_email: ORDERS_EMAIL,
  max_pending_units: 0,
  pending_expiry_days: 0,
}

/** Writes the settings of test shops, unless the shop has them already. */
export async function writeTestSettings({ db, now }: Shop): Promise<void> {
  const rows = Object.entries(SETTINGS).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    updated_at: now(),
  }))
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

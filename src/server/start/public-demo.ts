import { isPublic, WrongSetting } from '../config.ts'
import { verifyPassword } from '../auth/auth.ts'
import type { Shop } from '../shop.ts'

/** The password of all demo accounts, as in the README. */
export const DEMO_PASSWORD = 'Semilla2026'

/**
 * Refuses to serve the demo under a public address unless `DEMO=1` is set, as its admin password is public. Throws
 * `WrongSetting`.
 */
export async function refusePublicDemo(shop: Shop): Promise<void> {
  const { publicUrl, demoIsSaid } = shop.config
  if (demoIsSaid || !isPublic(publicUrl) || !(await isOpenDemo(shop))) return
  throw new WrongSetting(
    `DEMO: en ${publicUrl} cualquiera entraría a administrar la demo, porque su contraseña es pública. DEMO=0 y una carpeta (o base) vacía para una tienda propia, DEMO=1 para mostrar la demo`,
  )
}

/** Whether the demo is about to be loaded, or an admin still has the demo's password. */
async function isOpenDemo({ db, config }: Shop): Promise<boolean> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anybody) return config.demo
  const mark = await db.selectFrom('settings').select('key').where('key', '=', 'demo').executeTakeFirst()
  if (!mark) return false
  const admins = await db
    .selectFrom('users')
    .select('password_hash')
    .where('is_staff', '=', true)
    .where('is_active', '=', true)
    .execute()
  for (const { password_hash } of admins) {
    if (await verifyPassword(DEMO_PASSWORD, password_hash)) return true
  }
  return false
}

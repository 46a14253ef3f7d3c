import { openedBy, WrongSetting } from '../config.ts'
import { DEMO_PASSWORD, isDemoShop, tunnelTo, verifyPassword } from '../auth/auth.ts'
import type { Shop } from '../shop.ts'
import { shopCall } from '../shop-call.ts'

/**
 * Refuses to serve the demo beyond this machine, as its admin password is public. Throws `WrongSetting`. The sign-in
 * refuses that password too when it comes from elsewhere (`refuseDemoFromElsewhere`).
 */
export async function refusePublicDemo(shop: Shop): Promise<void> {
  const { port, demo } = shop.config
  const opening = openedBy(shop.config)
  if (opening === undefined) return
  const names = await openAdmins(shop)
  const isAboutToLoad = names === undefined && demo
  if (!isAboutToLoad && (names ?? []).length === 0) return
  const own = 'para una tienda propia, poné DEMO=0 y una carpeta (o base) vacía'
  const change = names?.map((name) => `«${shopCall(`password ${name}`)}»`).join(' y ')
  throw new WrongSetting(
    `DEMO: con ${opening} cualquiera entraría a administrar la demo, porque su contraseña es pública: ${own}; para ver la demo desde otra máquina, dejala solo en esta (HOST=127.0.0.1, sin PUBLIC_URL ni TRUST_PROXY) y entrá con ${tunnelTo(port)}${change === undefined ? '' : `, o cambiá antes la contraseña con ${change}`}`,
  )
}

/** The admins who still have the demo's password; undefined in a shop without accounts. */
async function openAdmins({ db }: Shop): Promise<string[] | undefined> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anybody) return undefined
  if (!(await isDemoShop(db))) return []
  const admins = await db
    .selectFrom('users')
    .select(['username', 'password_hash'])
    .where('is_staff', '=', true)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  const open: string[] = []
  for (const { username, password_hash } of admins)
    if (await verifyPassword(DEMO_PASSWORD, password_hash)) open.push(username)
  return open
}

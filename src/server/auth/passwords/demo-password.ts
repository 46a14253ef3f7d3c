import { DomainError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { shopCall } from '../../shop-call.ts'
import { isDemoShop } from '../queries.ts'

/** The password of all demo accounts, as in the README. */
export const DEMO_PASSWORD = 'Semilla2026'

/**
 * Throws FORBIDDEN for an account that still has the demo's password, unless the sign-in comes from this machine:
 * everybody knows that password. `refusePublicDemo` checks the settings; a proxy in front need not be in them.
 */
export async function refuseDemoFromElsewhere(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  { username, password, fromHere }: { username: string; password: string; fromHere: boolean },
): Promise<void> {
  if (fromHere || password !== DEMO_PASSWORD || !(await isDemoShop(db))) return
  throw new DomainError(
    'FORBIDDEN',
    `Cualquiera conoce la contraseña de la demo, así que sirve solo en la máquina de la tienda: entrá por http://localhost:${config.port} (desde otra máquina, con ${tunnelTo(config.port)}), o cambiala con «${shopCall(`password ${username}`)}».`,
  )
}

/** The command that shows a shop on loopback to another machine. */
export function tunnelTo(port: number): string {
  return `«ssh -L ${port}:localhost:${port} SERVIDOR»`
}

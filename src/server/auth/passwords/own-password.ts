import { DomainError } from '../../errors.ts'
import type { SessionUser } from '../../http/caller.ts'
import { guess } from '../../limits/guesses.ts'
import type { Shop } from '../../shop.ts'
import { getOwnAccount } from '../own-account.ts'
import { verifyPassword } from './passwords.ts'

/** Shares the limits of sign-ins, so that a stolen token does not help to guess the password. */
export async function checkOwnPassword(shop: Shop, user: SessionUser, password: string) {
  const account = await getOwnAccount(shop, user.id)
  const isRight = async () => ((await verifyPassword(password, account.password_hash)) ? account : undefined)
  const verified = await guess(
    shop,
    { name: account.username, insider: ['session', user.sessionId] },
    isRight,
  )
  if (!verified) throw wrongPassword()
  return verified
}

export function wrongPassword(): DomainError {
  return new DomainError('WRONG_PASSWORD', 'La contraseña actual no es correcta')
}

import { PASSKEY_WRONG, PASSKEYS, PASSKEYS_OFF } from '../../../contract/accounts/sign-in-rules.ts'
import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import type * as keys from '../../../contract/accounts/passkeys.ts'
import type { Passkey } from '../../../contract/accounts/passkeys.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound, sessionOver } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { checkOwnPassword } from '../passwords/own-password.ts'
import {
  deletePasskey,
  insertKeyChallenge,
  insertPasskey,
  selectPasskeys,
  takeKeyChallenge,
} from './passkey-queries.ts'
import { findAccount, lockAccount } from '../queries.ts'
import { recordFactor } from '../second-factor/second-factor.ts'
import { type WebAuthnResponse, challengeIn, verifyRegistration, creationOptions } from './webauthn.ts'

export async function listPasskeys({ shop, user }: InputOf<typeof keys.listPasskeys>) {
  return (await selectPasskeys(shop.db, user.id)).map(shown)
}

/** Throws FORBIDDEN, WRONG_PASSWORD, LIMIT_REACHED. */
export async function startPasskey({ shop, user, body: { password } }: InputOf<typeof keys.startPasskey>) {
  const shopName = await nameOfShopWithPasskeys(shop)
  // The password is required: a stolen session must not add a key that outlives it.
  await checkOwnPassword(shop, user, password)
  const known = await selectPasskeys(shop.db, user.id)
  if (known.length >= PASSKEYS) throw tooManyKeys()
  const { id: userId, username } = user
  const options = await creationOptions(shop.config, { shopName, username, userId, known })
  await insertKeyChallenge(shop.db, { challenge: options.challenge, purpose: 'add', userId, at: shop.now() })
  return { options: { ...options } }
}

/** Throws FORBIDDEN, VALIDATION, LIMIT_REACHED, DUPLICATE. */
export async function addPasskey({ shop, user, body: { name, answer } }: InputOf<typeof keys.addPasskey>) {
  await nameOfShopWithPasskeys(shop)
  const key = await keyMadeFor(shop, user.id, answer)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const account = await lockAccount(tx, user.id)
    if (!account) throw sessionOver()
    if ((await selectPasskeys(tx, user.id)).length >= PASSKEYS) throw tooManyKeys()
    const row = await insertPasskey(tx, { ...key, user_id: user.id, name, created_at: at })
    if (!row) throw new DomainError('DUPLICATE', 'Esa llave ya está agregada')
    await recordFactor(tx, user.id, 'Llave de acceso agregada', at)
    await enqueueMail(tx, { to: account.email, userId: user.id, ...passkeyAddedMail(at), at })
    return shown(row)
  })
}

async function keyMadeFor(shop: Shop, userId: number, answer: WebAuthnResponse) {
  const challenge = challengeIn(answer)
  const isOurs =
    challenge !== undefined &&
    (await takeKeyChallenge(shop.db, { challenge, purpose: 'add', userId, at: shop.now() }))
  const key = isOurs ? await verifyRegistration(shop.config, answer, challenge) : undefined
  if (!key) throw wrongPasskey()
  return key
}

/** For owners. Throws NOT_FOUND. */
export async function listPasskeysOf({
  shop,
  params: { id: userId },
}: InputOf<typeof keys.listUserPasskeys>) {
  if (!(await findAccount(shop.db, userId))) throw notFound(USER_NOT_FOUND)
  return (await selectPasskeys(shop.db, userId)).map(shown)
}

/** Mails the account. Throws NOT_FOUND. */
export function removePasskey({ shop, user, params: { id } }: InputOf<typeof keys.removePasskey>) {
  return removePasskeyOf({ shop, user, params: { id: user.id, key: id } })
}

/** The same for owners. */
export async function removePasskeyOf({
  shop,
  user: by,
  params: { id: userId, key },
}: InputOf<typeof keys.removeUserPasskey>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const account = await lockAccount(tx, userId)
    const removed = account && (await deletePasskey(tx, userId, key))
    if (!removed) throw notFound('No se encontró la llave')
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: userId,
      description: `Llave de acceso ${userId === by.id ? '' : `de la cuenta #${userId} `}quitada`,
      userId: by.id,
    })
    await enqueueMail(tx, { to: account.email, userId, ...passkeyRemovedMail(at, removed.name), at })
  })
}

/** Throws FORBIDDEN while the setting is off. */
export async function nameOfShopWithPasskeys(shop: Shop): Promise<string> {
  const { passkeys: isOn, shop_name: name } = await getRememberedSettings(shop)
  if (!isOn) throw new DomainError('FORBIDDEN', PASSKEYS_OFF)
  return name
}

export function wrongPasskey(): DomainError {
  return new DomainError('VALIDATION', PASSKEY_WRONG)
}

function tooManyKeys(): DomainError {
  return new DomainError('LIMIT_REACHED', `Hasta ${PASSKEYS} llaves por cuenta. Quitá una para agregar otra.`)
}

type Row = Omit<Passkey, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date | null }

function shown({ id, name, created_at, last_used_at }: Row): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

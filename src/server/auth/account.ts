import { EMAIL_TAKEN, profileErrors } from '../../contract/accounts/account-rules.ts'
import { PASSWORD_CHANGED } from '../../contract/accounts/password.ts'
import { EMAIL_REQUIRED } from '../../contract/email.ts'
import type * as contract from '../../contract/accounts/auth.ts'
import type { ChangedProfile, ProfileUpdate } from '../../contract/accounts/auth.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { tryTurn } from '../limits/quota.ts'
import { tooManyAttempts } from '../limits/too-many-attempts.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError, invalid, sessionOver } from '../errors.ts'
import type { Browser } from '../http/browser-key.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { emailChangedMail, passwordChangedMail } from '../mail/templates.ts'
import { maskedEmail, maskedName } from '../masked.ts'
import { getRememberedSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { getOwnAccount } from './own-account.ts'
import { checkCode, issueCode, useUp } from './by-mail/codes.ts'
import { checkOwnProof } from './own-proof.ts'
import { checkOwnPassword, wrongPassword } from './passwords/own-password.ts'
import { hashPassword, passwordProblem } from './passwords/passwords.ts'
import { deleteCodes } from './by-mail/code-queries.ts'
import {
  emailIsTaken,
  lockAccount,
  type ProfileFields,
  updateEmail,
  updatePassword,
  updateProfileRow,
} from './queries.ts'
import { replaceSessions } from './sessions/sessions.ts'
import { type AccountRow, permissionsOfRole, toUser } from './rules.ts'
import { inBackground, inSameTime } from '../limits/same-time.ts'
import { type CodeUse } from './tokens.ts'

export async function getProfile({ shop, user }: InputOf<typeof contract.getProfile>) {
  return toUser(await getOwnAccount(shop, user.id), user.mustAddFactor)
}

export function getPermissions({ user }: InputOf<typeof contract.verifyPermissions>) {
  return {
    user_id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    is_staff: user.isStaff,
    is_superuser: user.isSuperuser,
    role: user.role,
    permissions: permissionsOfRole(user.role, user.mustAddFactor),
  }
}

/** Changes names and Instagram or, with `verification_code`, the e-mail. Throws VALIDATION, WRONG_CODE, DUPLICATE. */
export async function updateProfile({
  shop,
  user,
  body: update,
  browser,
}: InputOf<typeof contract.updateProfile, 'browser'>) {
  const { verification_code, email } = update
  if (verification_code !== undefined)
    return finishEmailChange(shop, user, { email, typedCode: verification_code }, browser)

  const errors = Object.entries(profileErrors(update))
  if (email !== undefined && email !== user.email.toLowerCase()) {
    errors.push(['email', 'Para cambiar el email hace falta el código que enviamos a la dirección nueva'])
  }
  if (errors.length > 0) throw invalid(Object.fromEntries(errors.map(([field, text]) => [field, [text]])))
  const fields = writableFields(update)
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await lockAccount(tx, user.id)
    if (!before) throw sessionOver()
    const account = Object.keys(fields).length > 0 ? await updateProfileRow(tx, user.id, fields) : before
    const changes = changesBetween(loggedFields(before), loggedFields(account))
    if (profileDiffers(before, account)) {
      await recordActivity(tx, { ...ownUpdate(user, at), description: 'Perfil actualizado', changes })
    }
    return toUser(account, user.mustAddFactor)
  })
}

function writableFields({ first_name, last_name, instagram }: ProfileUpdate): ProfileFields {
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(instagram !== undefined && { instagram: instagram?.replace(/^@/, '') || null }),
  }
}

function profileDiffers(before: AccountRow, after: AccountRow): boolean {
  return (['first_name', 'last_name', 'instagram'] as const).some((field) => before[field] !== after[field])
}

/** Names are logged by their first letter only, as the log outlives the account. */
function loggedFields({ first_name, last_name, instagram }: AccountRow) {
  return {
    first_name: maskedName(first_name),
    last_name: maskedName(last_name),
    instagram: maskedName(instagram),
  }
}

function ownUpdate(user: SessionUser, at: Date) {
  return { at, action: 'update' as const, entity: 'user' as const, entityId: user.id, userId: user.id }
}

/**
 * First step of a change of e-mail: sends a code to the new address, unless another account has it. The response does
 * not wait for that work, so neither it nor its time reveals which. Throws like `checkOwnProof`, VALIDATION,
 * TOO_MANY_REQUESTS.
 */
export async function requestEmailChange({
  shop,
  user,
  body: { new_email, ...proof },
}: InputOf<typeof contract.verifyChange>) {
  await checkOwnProof(shop, user, proof)
  if (new_email === user.email.toLowerCase())
    throw invalid({ new_email: ['Es el email actual de la cuenta'] })
  const heldBackUntil = await inSameTime(async () => {
    const until = await tryTurn(shop.db, shop, 'codesForNewEmail', user.id)
    if (!until) inBackground(shop, replaceCode(shop, user, new_email))
    return until
  })
  if (heldBackUntil) throw tooManyAttempts(heldBackUntil, shop.now())
  return { message: 'Enviamos un código a la dirección nueva' }
}

/** A code for a free address ends the previous one, so a request for a taken address must end it too. */
async function replaceCode(shop: Shop, { id: userId }: SessionUser, email: string): Promise<void> {
  await inTransaction(shop.database, async (tx) => {
    if (await emailIsTaken(tx, email)) await deleteCodes(tx, userId, 'email_change')
    else await issueCode(tx, shop, { userId, purpose: 'email_change', email })
  })
}

async function finishEmailChange(
  shop: Shop,
  user: SessionUser,
  { email, typedCode }: { email: string | undefined; typedCode: string },
  browser: Browser | undefined,
): Promise<ChangedProfile> {
  if (email === undefined) throw invalid({ email: [EMAIL_REQUIRED] })
  const use: CodeUse = { userId: user.id, purpose: 'email_change', email }
  const hmac = await checkCode(shop, use, typedCode.replace(/[\s-]/g, ''))
  const at = shop.now()
  const { account, opened } = await inTransaction(shop.database, async (tx) => {
    const before = await lockAccount(tx, user.id)
    if (!before) throw sessionOver()
    await useUp(tx, use, hmac)
    const account = await updateEmail(tx, user.id, email, at)
    if (!account) throw emailTaken()
    // A code for the old address must not verify the new one.
    await deleteCodes(tx, user.id, 'verify_email')
    const opened = await replaceSessions(tx, user, at, browser)
    await recordActivity(tx, {
      ...ownUpdate(user, at),
      description: 'Email actualizado',
      changes: { email: { before: maskedEmail(before.email), after: maskedEmail(email) } },
    })
    await enqueueMail(tx, { to: before.email, userId: user.id, ...emailChangedMail(at), at })
    return { account, opened }
  })
  opened.keepKey()
  return { ...toUser(account, user.mustAddFactor), tokens: opened.tokens }
}

function emailTaken(): DomainError {
  return new DomainError('DUPLICATE', EMAIL_TAKEN, { errors: { email: [EMAIL_TAKEN] } })
}

/**
 * Ends every session and opens a new one for the caller. Throws WRONG_PASSWORD, VALIDATION under `new_password`,
 * TOO_MANY_REQUESTS.
 */
export async function changePassword({
  shop,
  user,
  body: { old_password, new_password },
  browser,
}: InputOf<typeof contract.changePassword, 'browser'>) {
  const problem = passwordProblem(new_password, (await getRememberedSettings(shop)).shop_name)
  if (problem) throw invalid({ new_password: [problem] })
  const account = await checkOwnPassword(shop, user, old_password)
  if (new_password === old_password) {
    throw invalid({ new_password: ['La contraseña nueva debe ser distinta de la actual'] })
  }
  const newHash = await hashPassword(new_password)
  const at = shop.now()
  const { tokens, keepKey } = await inTransaction(shop.database, async (tx) => {
    if (!(await updatePassword(tx, user.id, account.password_hash, newHash))) throw wrongPassword()
    const opened = await replaceSessions(tx, user, at, browser)
    // A change of e-mail requested with the old password must not be completed.
    await deleteCodes(tx, user.id, 'email_change')
    await recordActivity(tx, { ...ownUpdate(user, at), description: 'Contraseña actualizada' })
    await enqueueMail(tx, { to: account.email, userId: user.id, ...passwordChangedMail(at), at })
    return opened
  })
  keepKey()
  return { message: PASSWORD_CHANGED, tokens }
}

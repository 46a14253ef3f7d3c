import { removeOld } from '../../activity/archive.ts'
import { importProducts, type ImportReport } from '../../catalog/sheets/import-products.ts'
import { resetSecondFactor, setPassword } from '../../auth/auth.ts'
import { type Forgotten, forgetPerson } from '../forget-person.ts'
import type { Day } from '../../days.ts'
import { isForbidden, whyForbidden } from '../../db/rights.ts'
import { OperatorError } from '../operator-error.ts'
import { noteBackupFailure } from '../../settings/backups.ts'
import { noteBackup } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { createAccount, getAdminId } from '../../users/users.ts'

const AS_OWNER = 'probá de nuevo con MIGRATE_DATABASE_URL'

/** Requests of commands and their answers, in JSON, as a running shop may answer (`operator-socket.ts`). */
export interface Questions {
  snapshot: object
  'import products': { text: string; dryRun: boolean; username?: string | undefined }
  'create admin': { username: string; email: string; password: string }
  'set password': { name: string; password: string }
  'reset second factor': { name: string }
  'note backup': object
  'note backup failure': object
  'forget person': { email: string }
  /** `file` and `sha256`: the copy. */
  'remove activity': { before: Day; file: string; sha256: string }
}

export interface Answers {
  /** A folder with a copy of the embedded database, deleted when the connection closes. */
  snapshot: { folder: string }
  'import products': ImportReport
  'create admin': { username: string }
  'set password': { username: string }
  'reset second factor': { username: string }
  'note backup': object
  'note backup failure': object
  'forget person': Forgotten
  'remove activity': { count: number }
}

/** Only a running shop copies its own database. */
export type Verb = Exclude<keyof Questions, 'snapshot'>

export type Asked<Name extends keyof Questions> = { ask: Name } & Questions[Name]

/** Verbs that need only the database, so that a command opens nothing else for them. */
export const NOTES = {
  'note backup': async ({ db, now }: Pick<Shop, 'db' | 'now'>) => {
    await noteBackup(db, now())
    return {}
  },
  'note backup failure': async (shop: Pick<Shop, 'db' | 'database' | 'now' | 'config'>) => {
    await noteBackupFailure(shop)
    return {}
  },
}

/** The verbs, run by a command on a shop that it opened, or by the running shop for it. */
export const VERBS: {
  [Name in Verb]: (shop: Shop, asked: Questions[Name]) => Promise<Answers[Name]>
} = {
  'import products': async (shop, { text, dryRun, username }) => {
    const userId = username === undefined ? null : await getAdminId(shop, username)
    return importProducts(shop, { text, dryRun, userId })
  },
  'create admin': async (shop, { username, email, password }) => {
    const rights = { is_staff: true, is_superuser: true, email_verified: true, createdBy: null }
    const user = await createAccount(shop, { username, email, password, ...rights })
    return { username: user.username }
  },
  'forget person': (shop, { email }) => forgetPerson(shop, email),
  'remove activity': async (shop, archived) => ({
    count: await removeOld(shop, archived).catch(async (error: unknown) => {
      throw isForbidden(error) ? new OperatorError(await whyForbidden(shop.db, AS_OWNER)) : error
    }),
  }),
  ...NOTES,
  'reset second factor': async (shop, { name }) => ({ username: await resetSecondFactor(shop, name) }),
  'set password': async (shop, { name, password }) => ({ username: await setPassword(shop, name, password) }),
}

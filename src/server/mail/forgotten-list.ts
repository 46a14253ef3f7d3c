import { createHash } from 'node:crypto'
import { appendFile, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from '../clock.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import { errorCode } from '../error-code.ts'
import { hmac } from '../hmac.ts'
import type { Shop } from '../shop.ts'

/**
 * A file in the data folder, with a line `KEY:MARK TIME ACCOUNT` for each removal: `-` for an address whose other rows
 * stayed and for no account, `?` for the account of the address. Outside the database, so that a restore can repeat the
 * removals since the backup. Older versions wrote `SHA256 TIME ACCOUNT`, the first ones only the SHA256.
 */
const LIST = 'forgotten'

/** The embedded database is copied some time before the moment that its backup tells, and clocks differ. */
const MARGIN_MS = 10 * 60_000

const DAY_MS = 24 * 60 * 60_000
/** `hourly-backup.sh` removes backups of more than thirty whole days. */
const BACKUPS_KEPT_DAYS = 32

/** Longer than a line that was being written takes. */
const WRITING_MS = 1_000

type Keyed = Pick<Shop, 'secret'>
type Books = Keyed & Pick<Shop, 'now'> & { config: Pick<Shop['config'], 'dataDir' | 'backup'> }

/** Recognises the address in a backup. Without the shop's secret nobody can tell whether a guessed address is in the list. */
export function markOf(shop: Keyed, email: string): string {
  return keyed(shop, createHash('sha256').update(email.trim().toLowerCase()).digest('hex'))
}

/** A mark of a line of older versions can be keyed without knowing the address. */
function keyed({ secret }: Keyed, sha256: string): string {
  return `${keyName({ secret })}:${hmac(secret, ['forgotten', sha256]).toString('base64url')}`
}

/** Tells marks of another secret apart. */
function keyName({ secret }: Keyed): string {
  return hmac(secret, ['key of forgotten']).toString('base64url').slice(0, 8)
}

/** Call it after the transaction, so that no later backup has what was removed. */
export async function noteRemoval(shop: Books, { userId, email }: ForgottenPerson): Promise<void> {
  const mark = email === null ? '-' : markOf(shop, email)
  await append(shop, textOf([{ mark, at: shop.now().toISOString(), account: String(userId ?? '-') }]))
}

interface MarkedRemoval {
  mark: string
  /** Null without an account; undefined for that of the address. */
  userId: number | null | undefined
  /** The mark was made with another secret, and recognises nobody. */
  isUnreadable: boolean
}

/** The removals that a backup of this moment may not have. */
export async function removalsSince(shop: Books, takenAt: Date): Promise<MarkedRemoval[]> {
  const lines = linesOf(shop, await readList(shop))
  return lines.flatMap(({ mark, at, account }): MarkedRemoval[] => {
    if (account !== '?' && after(new Date(at), MARGIN_MS) < takenAt) return []
    const isUnreadable = mark !== '-' && !mark.startsWith(`${keyName(shop)}:`)
    return [
      { mark, userId: account === '?' ? undefined : account === '-' ? null : Number(account), isUnreadable },
    ]
  })
}

/**
 * Drops removals older than every backup, and keys marks of older versions. A line that another process writes
 * meanwhile is kept: it went to the old file, which is read again.
 */
export async function pruneRemovals(shop: Books): Promise<void> {
  const file = path.join(shop.config.dataDir, LIST)
  const old = await open(file, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!old) return
  try {
    const text = await old.readFile('utf8')
    const kept = textOf(linesOf(shop, text).filter(({ at }) => !isOlderThanBackups(shop, at)))
    if (kept === text || (await stat(file)).ino !== (await old.stat()).ino) return
    const unfinished = `${file}.${process.pid}`
    await rm(unfinished, { force: true })
    await appendFile(unfinished, kept, { mode: 0o600, flush: true })
    await rename(unfinished, file)
    await sleep(WRITING_MS)
    const late = await old.readFile('utf8')
    if (late !== '') await append(shop, late)
  } finally {
    await old.close()
  }
}

function isOlderThanBackups({ config, now }: Books, at: string): boolean {
  const { keepDays } = config.backup
  if (keepDays === 0) return false
  return after(new Date(at), Math.max(keepDays + 2, BACKUPS_KEPT_DAYS) * DAY_MS) < now()
}

interface Line {
  mark: string
  at: string
  account: string
}

/** Lines without a time are of now: they count for every backup that exists. */
function linesOf(shop: Books, text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    const [first = '', at = shop.now().toISOString(), account = '?'] = line.split(' ')
    if (first === '') return []
    return [{ mark: /^[\da-f]{64}$/.test(first) ? keyed(shop, first) : first, at, account }]
  })
}

function textOf(lines: Line[]): string {
  return lines.map(({ mark, at, account }) => `${mark} ${at} ${account}\n`).join('')
}

async function readList({ config }: Books): Promise<string> {
  return readFile(path.join(config.dataDir, LIST), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
}

function append({ config }: Books, text: string): Promise<void> {
  return appendFile(path.join(config.dataDir, LIST), text, { mode: 0o600 })
}

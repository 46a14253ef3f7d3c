import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import { errorCode } from '../error-code.ts'
import type { Shop } from '../shop.ts'
import { noteRemoval } from './forgotten-list.ts'
import { mailFileName, mailFolder } from './transport.ts'

/**
 * Records what was removed, after the transaction, so that no later backup has it, and deletes mail files to and about
 * the address. Returns how many.
 */
export async function leaveNoTrace(
  shop: Pick<Shop, 'config' | 'db' | 'now' | 'secret'>,
  person: ForgottenPerson,
  address: string,
): Promise<number> {
  const { dataDir } = shop.config
  await noteRemoval(shop, person)
  const folder = mailFolder(dataDir)
  const names: string[] = []
  for (const name of await namesIn(folder))
    if (namesAddress(await readFile(path.join(folder, name), 'utf8'), address)) names.push(name)
  const kept = await keptNames(shop.db, names)
  const removed = names.filter((name) => !kept.has(name))
  for (const name of removed) await rm(path.join(folder, name), { force: true })
  return removed.length
}

/** Deletes mail files, finished or not, of mails created before `before`. */
export async function removeOldMailFiles(dataDir: string, before: Date): Promise<void> {
  const folder = mailFolder(dataDir)
  const oldest = mailFileName({ createdAt: before, id: 0 })
  for (const name of await namesIn(folder))
    if (name.replace(/^\./, '') < oldest) await rm(path.join(folder, name), { force: true })
}

/** Files whose mails stayed in the outbox: of the owner of an address that the account had not proved. */
async function keptNames(db: Db, names: string[]): Promise<Set<string>> {
  const ids = names.map((name) => Number(/-(\d+)\.eml$/.exec(name)?.[1] ?? 0))
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'created_at as createdAt'])
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .execute()
  return new Set(rows.map(mailFileName))
}

/** Whether a mail's headers or text contain the address; long lines are folded, in the text by `=`. */
function namesAddress(mail: string, email: string): boolean {
  const text = mail.replaceAll(/=\r?\n/g, '').toLowerCase()
  const wanted = email.trim().toLowerCase()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    // Not part of a longer address.
    const around = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' ']
    if (!around.some((letter) => /[\w.+-]/.test(letter))) return true
    if (/[.]/.test(around[1] ?? '') && !/\w/.test(text[at + wanted.length + 1] ?? ' ')) return true
  }
  return false
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(emptyWhenMissing<string[]>([]))
  return names.filter((name) => name.endsWith('.eml'))
}

function emptyWhenMissing<Value>(empty: Value) {
  return (error: unknown): Value => {
    if (errorCode(error) === 'ENOENT') return empty
    throw error
  }
}

import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'

/**
 * A file in the data folder, with a line for each address. Outside the database, so that a restore can repeat the
 * removals since the backup.
 */
const LIST = 'forgotten'

/** A hash, enough to recognise the address in a backup. */
function markOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
}

/** Records the removal of a person, and deletes mail files to and about them. Returns how many. */
export async function leaveNoTrace(dataDir: string, email: string): Promise<number> {
  await appendFile(path.join(dataDir, LIST), `${markOf(email)}\n`, { mode: 0o600 })
  const folder = path.join(dataDir, 'mail')
  let removed = 0
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name)
    if (!namesAddress(await readFile(file, 'utf8'), email)) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

/** Which of these addresses were removed. */
export async function forgottenOf(dataDir: string, emails: string[]): Promise<string[]> {
  const text = await readFile(path.join(dataDir, LIST), 'utf8').catch(emptyWhenMissing(''))
  const marks = new Set(text.split('\n'))
  return emails.filter((email) => marks.has(markOf(email)))
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

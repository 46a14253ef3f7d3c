import { createHmac } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import type { Shop } from '../shop.ts'

/** Each instance sends the mark of its secret on it, at its start and to every instance that has another one. */
const CHANNEL = 'secret_mark'

/**
 * Logs an error, once for each other secret, when instances on one database have different secrets: they refuse each
 * other's codes and photo links and count failures apart. Resolves to a function that stops watching.
 */
export async function watchForSecretMismatch({
  database,
  secret,
  log,
}: Pick<Shop, 'secret' | 'log'> & { database: Pick<Database, 'notify' | 'listen'> }): Promise<() => void> {
  const ours = markOf(secret)
  const others = new Set<string>()
  const say = (what: 'ask' | 'tell') =>
    database.notify(CHANNEL, `${what} ${ours}`).catch((error: unknown) => {
      // Not fatal: the next instance that starts asks again.
      log.warn({ err: error }, 'The other instances were not asked for their secret')
    })
  const stop = await database.listen(CHANNEL, (said) => {
    // After a lost connection: a message may have been missed.
    if (said === undefined) return void say('ask')
    const [what, theirs = ''] = said.split(' ')
    if (theirs === ours) return undefined
    if (!others.has(theirs)) {
      others.add(theirs)
      log.error('SHOP_SECRET: another instance on this database has a different one; all must have the same')
    }
    return what === 'ask' ? void say('tell') : undefined
  })
  await say('ask')
  return stop
}

/** Enough to tell secrets apart, and useless for guessing one. */
function markOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('mark').digest('base64url').slice(0, 8)
}

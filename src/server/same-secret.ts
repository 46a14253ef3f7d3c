import { createHmac } from 'node:crypto'
import type { Database } from './db/connect.ts'
import type { Shop } from './shop.ts'

/** On it each instance says by which secret it works, when it starts and to each that asks and works by another. */
const CHANNEL = 'secret_mark'

/**
 * Instances with different secrets refuse each other's codes and photo links and count failures apart, now and then, by
 * who answers: each that runs says so once in its log. Resolves, when it has asked the others, to a function that ends it.
 */
export async function watchForOtherSecrets({
  database,
  secret,
  log,
}: Pick<Shop, 'secret' | 'log'> & { database: Pick<Database, 'notify' | 'listen'> }): Promise<() => void> {
  const ours = markOf(secret)
  const others = new Set<string>()
  const say = (what: 'ask' | 'tell') =>
    database.notify(CHANNEL, `${what} ${ours}`).catch((error: unknown) => {
      // A word less: the next instance that starts asks again.
      log.warn({ err: error }, 'The other instances were not asked for their secret')
    })
  const stop = await database.listen(CHANNEL, (said) => {
    // Who was away may have missed something.
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

/** Enough to tell secrets apart, and nothing to find one by. */
function markOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('mark').digest('base64url').slice(0, 8)
}

import { createHmac } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import type { Shop } from '../shop.ts'
import { folderId } from './secret.ts'

type LogAndChannels = Pick<Shop, 'log'> & { database: Pick<Database, 'notify' | 'listen'> }

/**
 * Logs an error, once for each other secret, when instances on one database have different secrets: they refuse each
 * other's codes and photo links and count failures apart. Resolves to a function that stops watching.
 */
export function watchForSecretMismatch({
  secret,
  ...instance
}: LogAndChannels & Pick<Shop, 'secret'>): Promise<() => void> {
  return watchForOthers(instance, {
    channel: 'secret_mark',
    ours: markOf(secret),
    differs: 'SHOP_SECRET: otra instancia de esta base tiene uno distinto: poné el mismo en todas',
  })
}

/** The same for data folders: the list of removed people, which a restore reads, must not be split between folders. */
export async function watchForFolderMismatch({
  config,
  ...instance
}: LogAndChannels & Pick<Shop, 'config'>): Promise<() => void> {
  if (config.databaseUrl === undefined) return () => {}
  return watchForOthers(instance, {
    channel: 'folder_mark',
    ours: markOf(await folderId(config.dataDir)),
    differs:
      'DATA_DIR: otra instancia de esta base usa otra carpeta: copiá el archivo «forgotten» a las dos, porque una restauración olvida solo a quienes están en la lista de su carpeta',
  })
}

interface Compared {
  /** Each instance announces its mark at start, and again to every instance with another mark. */
  channel: string
  ours: string
  /** Logged once for each other mark. */
  differs: string
}

async function watchForOthers(
  { database, log }: LogAndChannels,
  { channel, ours, differs }: Compared,
): Promise<() => void> {
  const others = new Set<string>()
  const say = (what: 'ask' | 'tell') =>
    database.notify(channel, `${what} ${ours}`).catch((error: unknown) => {
      // Not fatal: the next starting instance announces again.
      log.warn({ err: error, channel }, 'The other instances were not asked for their mark')
    })
  const stop = await database.listen(channel, (said) => {
    // After a lost connection, as a message may have been missed.
    if (said === undefined) return void say('ask')
    const [what, theirs = ''] = said.split(' ')
    if (theirs === ours) return undefined
    if (!others.has(theirs)) {
      others.add(theirs)
      log.error(differs)
    }
    return what === 'ask' ? void say('tell') : undefined
  })
  await say('ask')
  return stop
}

/** Tells secrets apart without helping to guess one. */
function markOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('mark').digest('base64url').slice(0, 8)
}

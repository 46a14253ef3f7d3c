import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the process that has the data folder is doing. */
export type Holder = 'starting' | 'serving' | 'stopping' | 'command'

/** How long a process waits for another one that may be about to end. A shop waits longer, so that a check ends no start. */
const PATIENCE_MS = 5_000
const PATIENCE_OF_SHOP_MS = 60_000

/**
 * Locks the data folder against a second process. PGlite has no lock: two processes on one folder overwrite each
 * other's pages and silently lose rows.
 *
 * Node has no file locks, so the lock is SQLite's. The kernel holds it: it ends with the process, after `kill -9`
 * too, and needs no cleaning up, unlike a file with a process id. https://www.sqlite.org/lockingv3.html
 */
export function lockDataDir(dataDir: string, holder: Holder = 'command'): { release: () => void } {
  const file = new DatabaseSync(join(dataDir, 'surbrote.lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch {
    file.close()
    throw new DataDirInUse(dataDir, holderOf(dataDir))
  }
  noteHolder(dataDir, holder)
  return { release: () => file.close() }
}

/** As `lockDataDir`, but waits for a shop that starts or stops, or for another command. */
export async function lockWhenFree(dataDir: string, holder?: Holder): Promise<{ release: () => void }> {
  const patience = holder === 'starting' ? PATIENCE_OF_SHOP_MS : PATIENCE_MS
  for (const until = Date.now() + patience; ; await sleep(100)) {
    try {
      return lockDataDir(dataDir, holder)
    } catch (error) {
      const mayEnd = error instanceof DataDirInUse && error.holder !== 'serving'
      if (!mayEnd || Date.now() > until) throw error
    }
  }
}

/** Call it while holding the lock. Others read it only while somebody does, so a killed process leaves no wrong note. */
export function noteHolder(dataDir: string, holder: Holder): void {
  writeFileSync(noteIn(dataDir), holder, { mode: 0o600 })
}

function holderOf(dataDir: string): Holder {
  try {
    // safe: written by `noteHolder`
    return readFileSync(noteIn(dataDir), 'utf8') as Holder
  } catch {
    // Older versions wrote no note.
    return 'serving'
  }
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'surbrote.holder')
}

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  readonly holder: Holder

  constructor(dataDir: string, holder: Holder) {
    const sentences: Record<Holder, string> = {
      starting: `La tienda de ${dataDir} está arrancando: probá de nuevo en unos segundos.`,
      serving: `La tienda de ${dataDir} está abierta: cerrala (Ctrl-C, o «systemctl stop surbrote») y probá de nuevo; otra tienda necesita otra carpeta en DATA_DIR.`,
      stopping: `La tienda de ${dataDir} se está cerrando: probá de nuevo en unos segundos.`,
      command: `Otro comando está usando la tienda de ${dataDir}: probá de nuevo cuando termine.`,
    }
    super(sentences[holder] ?? sentences.serving)
    this.holder = holder
  }
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the data folder against a second process. PGlite has no lock: two processes on one folder overwrite each
 * other's pages and silently lose rows.
 *
 * Node has no file locks, so the lock is SQLite's. The kernel holds it: it ends with the process, after `kill -9`
 * too, and needs no cleaning up, unlike a file with a process id. https://www.sqlite.org/lockingv3.html
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const file = new DatabaseSync(join(dataDir, 'surbrote.lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch {
    file.close()
    throw new DataDirInUse(dataDir)
  }
  return { release: () => file.close() }
}

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  constructor(dataDir: string) {
    super(
      `La carpeta de datos ${dataDir} ya está en uso por otro proceso de la tienda: cerralo, o elegí otra carpeta con DATA_DIR.`,
    )
  }
}

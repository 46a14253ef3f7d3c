import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../error-code.ts'
import { removeLeftovers } from '../../files/leftovers.ts'
import { inDataFolder } from '../../start/data-folder.ts'

/** Folders of commands for a backup on its way to or from a bucket: the whole shop, not encrypted. */
const NAME = /^\.off-machine-(\d+)-/
const DAY_MS = 24 * 60 * 60_000

/** A new folder in the data folder, as a system may keep `/tmp` in memory. */
export async function makeTemporary(dataDir: string): Promise<string> {
  await removeTemporaries(dataDir)
  return inDataFolder({ dataDir }, () => mkdtemp(path.join(dataDir, `.off-machine-${process.pid}-`)))
}

/** Removes those of killed commands, and after a day those whose process number another process has now. */
export async function removeTemporaries(dataDir: string): Promise<void> {
  await removeLeftovers(dataDir, Date.now() - DAY_MS, (name) => NAME.test(name))
  await removeLeftovers(dataDir, Infinity, (name) => {
    const [, pid] = NAME.exec(name) ?? []
    return pid !== undefined && !isRunning(Number(pid))
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

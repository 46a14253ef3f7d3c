import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { WrongSetting } from '../config.ts'
import { errorCode } from '../error-code.ts'
import { wrongFolder } from './startup-errors.ts'

/**
 * Creates the data folder if needed and runs `work`, which opens what is in it. Throws `WrongSetting` when the system
 * refuses the folder or something in it, e.g. because a command was once run as root.
 */
export async function inDataFolder<Result>(
  { dataDir, setting = 'DATA_DIR' }: { dataDir: string; setting?: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  await refuseRoot(dataDir, setting)
  try {
    // Owner-only permissions, as it holds hashes, codes and orders.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await work()
  } catch (error) {
    throw wrongFolder(setting, dataDir, error) ?? error
  }
}

/** Root could open another user's folder, and leave files that this user cannot open. */
export async function refuseRoot(dataDir: string, setting = 'DATA_DIR'): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid } = await stat(dataDir).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return { uid: 0 }
    throw error
  })
  if (uid === 0) return
  throw new WrongSetting(
    `${setting}: ${dataDir} es de otro usuario (${uid}), que después no podría abrir lo que root deje ahí: corré esto como ese usuario (runuser -u …)`,
  )
}

import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { wrongFolder } from './startup-errors.ts'

/**
 * Creates the data folder if needed and runs `work`, which opens what is in it. Throws `WrongSetting` when the system
 * refuses the folder or something in it, e.g. because a command was once run as root.
 */
export async function inDataFolder<Result>(
  { dataDir, setting = 'DATA_DIR' }: { dataDir: string; setting?: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    // It holds hashes, codes and orders: no other user of the machine may read it.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await work()
  } catch (error) {
    throw wrongFolder(setting, dataDir, error) ?? error
  }
}

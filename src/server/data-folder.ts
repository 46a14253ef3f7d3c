import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { wrongFolder } from './set-up.ts'

/**
 * Makes the folder for data, when it is not there, and lets `work` open what is in it. Throws `WrongSetting` when the
 * system refuses the folder or something in it: it may belong to somebody else since a command was run as root.
 */
export async function inDataFolder<Result>(
  { dataDir, setting = 'DATA_DIR' }: { dataDir: string; setting?: string | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    // Whoever can read it can read hashes, codes and orders: the folder is the shop's alone.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await work()
  } catch (error) {
    throw wrongFolder(setting, dataDir, error) ?? error
  }
}

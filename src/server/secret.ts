import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

/** The key of every HMAC: the setting, or one made at the first start and kept beside the embedded database. */
export async function openSecret(config: Config): Promise<Buffer> {
  if (config.secret !== undefined) return Buffer.from(config.secret)
  const file = path.join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  await chmod(file, 0o600)
  return Buffer.from(await readFile(file, 'utf8'))
}

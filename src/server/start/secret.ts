import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Config, WrongSetting } from '../config.ts'
import { errorCode } from '../error-code.ts'

const MIN_BYTES = 32

/**
 * The key of every HMAC: the setting, or a key generated at the first start and stored beside the embedded database.
 */
export async function openSecret(config: Config): Promise<Buffer> {
  if (config.secret !== undefined) return Buffer.from(config.secret)
  const file = path.join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const secret = (await readExisting(file)) ?? (await make(file))
  // A truncated file would be a key that can be guessed.
  if (secret.length < MIN_BYTES)
    throw new WrongSetting(
      `SHOP_SECRET: ${file} tiene menos de ${MIN_BYTES} bytes y se podría adivinar: recuperalo de una copia de la carpeta, o borralo y la tienda hace otro (los códigos y enlaces enviados dejan de valer)`,
    )
  return secret
}

/** Generated once; tells data folders apart. */
export async function folderId(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'folder-id')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return (await readExisting(file)) ?? make(file)
}

async function readExisting(file: string): Promise<Buffer | undefined> {
  try {
    const secret = await readFile(file)
    await chmod(file, 0o600)
    return secret
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Written under another name, then linked: creates the complete file, or fails if another process was faster. */
async function make(file: string): Promise<Buffer> {
  const unfinished = `${file}.${randomUUID()}`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(randomBytes(48).toString('base64url'))
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(unfinished, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return readFile(file)
}

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { S3Problem } from '../../files/s3-problem.ts'
import { shopCall } from '../../shop-call.ts'
import { OperatorError } from '../operator-error.ts'

/** Encryption of backups in the age format, which the tool `age` reads too: https://age-encryption.org/v1 */

/** The identity opens what is encrypted to the recipient. */
export async function makeKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function seal(plain: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new OperatorError(
      `BACKUP_RECIPIENT no es una clave entera: copiala otra vez de «${shopCall('backup key')}».`,
    )
  }
  return ofWeb(await encrypter.encrypt(toWeb(plain)))
}

/** The identities of a text: a secret key, or a file of `age-keygen`. Throws `OperatorError` for one without any. */
export function readIdentities(text: string): Decrypter {
  const decrypter = new Decrypter()
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    throw new OperatorError(NO_IDENTITY)
  }
  if (identities.length === 0) throw new OperatorError(NO_IDENTITY)
  return decrypter
}

const NO_IDENTITY = `Eso no es una clave secreta: tiene que ser la línea AGE-SECRET-KEY-1… que dio «${shopCall('backup key')}».`

/** Throws `OperatorError` for another key, and `Damaged` for a stream that is no whole age file, then or while it is read. */
export async function unseal(sealed: Readable, identities: Decrypter): Promise<Readable> {
  const opening = identities.decrypt(toWeb(sealed)).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('no identity matched'))
      throw new OperatorError(
        'Esa clave no abre esta copia: hace falta la que salió junto con el BACKUP_RECIPIENT de ese momento.',
      )
    throw asDamage(error)
  })
  return Readable.from(checked(ofWeb(await opening)), { objectMode: false })
}

export class Damaged extends Error {}

async function* checked(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* plain
  } catch (error) {
    throw asDamage(error)
  }
}

/** What the library throws has no class of its own. */
function asDamage(error: unknown): Error {
  if (error instanceof S3Problem) return error
  return new Damaged(error instanceof Error ? error.message : String(error), { cause: error })
}

function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  // safe: the types of the web and of Node describe the same streams
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
}

function ofWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type S3Config, WrongSetting } from '../config.ts'
import type { Bucket } from './s3-bucket.ts'
import type { Patience } from './s3-client.ts'
import { problemOf, S3Problem } from './s3-problem.ts'

/**
 * Tries all operations of the shop: writes, reads, lists and removes a file. Throws `WrongSetting` when S3 refuses
 * one, `S3Problem` when it does not respond.
 */
export async function tryOut(bucket: Bucket, config: S3Config, patience: Patience): Promise<void> {
  // Not a valid key, so that no list shows it.
  const key = `.check-${randomUUID()}`
  try {
    await bucket.put(key, Buffer.from(key), patience)
    const found = await bucket.get(key, patience)
    if (!found || (await readAll(found.stream)) !== key) throw noStorage(config, 'no guardó un archivo')
    await bucket.remove(key, patience)
    await bucket.list({ most: 1 }, patience)
  } catch (error) {
    if (error instanceof S3Problem && !error.isOutage) throw asWrongSetting(error, config)
    throw error
  }
}

async function readAll(stream: Readable): Promise<string> {
  try {
    return await text(stream)
  } catch (error) {
    throw problemOf('GetObject', error)
  }
}

const WRONG_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]

/** One line with the setting that is most likely wrong, and the error of S3. */
function asWrongSetting(problem: S3Problem, config: S3Config): WrongSetting {
  const { bucket, endpoint, region } = config
  const said = `(${problem.message})`
  if (problem.code === 'NoSuchBucket')
    return new WrongSetting(
      `S3_BUCKET: no hay ningún bucket ${bucket} en ${endpoint}: crealo, privado, o poné el nombre de uno que exista ${said}`,
    )
  if (problem.code === 'SignatureDoesNotMatch')
    return new WrongSetting(
      `S3_SECRET_ACCESS_KEY: no es el secreto de S3_ACCESS_KEY_ID: poné los dos de la misma clave ${said}`,
    )
  if (WRONG_REGION.includes(problem.code))
    return new WrongSetting(`S3_REGION: el bucket no está en ${region}: poné la suya, como sa-east-1 ${said}`)
  if (problem.status === 401 || problem.status === 403)
    return new WrongSetting(
      `S3_ACCESS_KEY_ID: no puede escribir, leer, borrar y listar en ${bucket}: poné una clave con esos cuatro permisos ${said}`,
    )
  return noStorage(config, problem.message)
}

function noStorage({ endpoint }: S3Config, said: string): WrongSetting {
  return new WrongSetting(
    `S3_ENDPOINT: ${endpoint} no funciona como un S3: poné la dirección de uno, sin el bucket (${said})`,
  )
}

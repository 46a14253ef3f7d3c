import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type S3Config, WrongSetting } from '../config.ts'
import type { Bucket, Patience } from './s3-bucket.ts'
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
    if (!found || (await readAll(found.stream)) !== key) throw noStorage(config, 'it did not keep a file')
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
    return new WrongSetting(`S3_BUCKET: there is no bucket ${bucket} at ${endpoint} ${said}`)
  if (problem.code === 'SignatureDoesNotMatch')
    return new WrongSetting(`S3_SECRET_ACCESS_KEY: is not the secret of S3_ACCESS_KEY_ID ${said}`)
  if (WRONG_REGION.includes(problem.code))
    return new WrongSetting(`S3_REGION: the bucket is not in ${region} ${said}`)
  if (problem.status === 401 || problem.status === 403)
    return new WrongSetting(`S3_ACCESS_KEY_ID: may not write, read, remove and list in ${bucket} ${said}`)
  return noStorage(config, problem.message)
}

function noStorage({ endpoint }: S3Config, said: string): WrongSetting {
  return new WrongSetting(`S3_ENDPOINT: ${endpoint} does not work as an S3 storage (${said})`)
}

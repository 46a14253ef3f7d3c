import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create, extract } from 'tar'
import type { Config } from '../../config.ts'
import { BACKUP_PLACE } from '../../storage-settings.ts'
import { type Objects, openObjects, type StoredObject } from '../../files/s3-objects.ts'
import { problemOf, S3Problem } from '../../files/s3-problem.ts'
import { shopCall } from '../../shop-call.ts'
import { OperatorError } from '../operator-error.ts'
import { type Manifest, PRIVATE_FILE, PRIVATE_FOLDER } from './folder.ts'
import { Damaged, readIdentities, seal, unseal } from './seal.ts'
import { makeTemporary } from './temporary.ts'

/**
 * Backups in a bucket: each is one object, the folder of `write-backup.ts` as a tar archive, encrypted with age.
 * Why: docs/decisions/0048-off-machine-backups.md
 */
const NAME = /^surbrote-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.age$/
const DAY_MS = 24 * 60 * 60_000
const LISTED = 20

export interface OffMachine {
  /** Whether there is a backup of this day (UTC) already. */
  hasOneOf(takenAt: string): Promise<boolean>
  /** Sends the folder of a backup; resolves to its address there. */
  send(folder: string, manifest: Manifest): Promise<{ at: string; bytes: number }>
  /** Removes those older than the setting, never the newest; resolves to how many. */
  removeOld(): Promise<number>
}

/** A place for backups such as `s3://bucket/prefix`. Throws `OperatorError` when a setting for it is missing. */
export function openOffMachine({ backup }: Pick<Config, 'backup'>, to: string): OffMachine {
  const { recipient, keepDays } = backup
  if (recipient === undefined)
    throw new OperatorError(
      `Falta BACKUP_RECIPIENT: una copia solo sale del servidor cifrada. «${shopCall('backup key')}» hace una clave.`,
    )
  const { bucket, prefix, objects, explained } = openPlace({ backup }, to)
  const own = async () => (await explained(() => objects.list(prefix))).filter(isOwn(prefix)).toSorted(byAge)
  return {
    async hasOneOf(takenAt) {
      const day = `${prefix}surbrote-${takenAt.slice(0, 10)}T`
      return (await own()).some(({ key }) => key.startsWith(day))
    },
    async send(folder, { taken_at }) {
      const key = prefix + nameOf(taken_at)
      const archive = create({ cwd: folder, portable: true, strict: true }, await readdir(folder))
      const counted = counting(await seal(Readable.from(archive, { objectMode: false }), recipient))
      await explained(() => objects.send(key, counted.stream)).catch((error: unknown) => {
        throw counted.failure() ?? error
      })
      const stored = (await own()).find((object) => object.key === key)
      if (stored?.bytes !== counted.bytes())
        throw new OperatorError(`El bucket ${bucket} no guardó entera la copia ${key}: probá de nuevo.`)
      return { at: `s3://${bucket}/${key}`, bytes: stored.bytes }
    },
    async removeOld() {
      const all = await own()
      const newest = all.at(-1)
      if (!newest || keepDays === 0) return 0
      // All by the clock of the server, so that a wrong one here removes nothing.
      const before = newest.writtenAt.getTime() - keepDays * DAY_MS
      const old = all.filter((object) => object !== newest && object.writtenAt.getTime() < before)
      for (const { key } of old) await explained(() => objects.remove(key))
      return old.length
    },
  }
}

/**
 * Fetches a backup into a folder in the data folder: the object that `from` names, or the newest one directly under it. `askKey`
 * resolves to its secret key. Call `remove` in any case. Throws `OperatorError`.
 */
export async function fetchBackup(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  from: string,
  { askKey, tell }: { askKey: () => Promise<string>; tell: (text: string) => void },
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const place = openPlace({ backup }, from)
  const { bucket, objects, explained } = place
  const key = await findBackup(place)
  const identities = readIdentities(await askKey())
  const found = await explained(() => objects.get(key))
  const address = `s3://${bucket}/${key}`
  if (!found) throw new OperatorError(`No existe ${address}.`)
  tell(`Trayendo ${address} (${Math.ceil(found.bytes / 1024 ** 2)} MB).`)
  const folder = await makeTemporary(dataDir)
  // Retries, as after a failure a file may still be being written.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    await explained(async () => {
      const plain = await unseal(Readable.from(fromS3(found.stream), { objectMode: false }), identities)
      await pipeline(
        plain,
        extract({ cwd: folder, strict: true, filter: isPart, fmode: PRIVATE_FILE, dmode: PRIVATE_FOLDER }),
      )
    })
    return { folder, remove }
  } catch (error) {
    await remove()
    if (!isDamage(error)) throw error
    throw new OperatorError(
      `${address} está dañada o cortada: restaurá una anterior, con su nombre entero.`,
      { cause: error },
    )
  }
}

// ---- Places and names ------------------------------------------------------------------------------------------

interface Place {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  objects: Objects
  /** Turns an `S3Problem` into an `OperatorError`. */
  explained: <Result>(work: () => Promise<Result>) => Promise<Result>
}

function openPlace({ backup: { s3 } }: Pick<Config, 'backup'>, address: string): Place {
  const [, bucket, way = ''] = BACKUP_PLACE.exec(address) ?? []
  if (bucket === undefined)
    throw new OperatorError(`${address} no es un lugar para copias: escribilo como s3://BUCKET/PREFIJO.`)
  if (!s3)
    throw new OperatorError(
      'Faltan BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID y BACKUP_S3_SECRET_ACCESS_KEY, o los de S3_ que los reemplazan.',
    )
  return {
    bucket,
    prefix: way === '' ? '' : `${way.slice(1)}/`,
    objects: openObjects({ ...s3, bucket }),
    explained: (work) =>
      work().catch((error: unknown) => {
        throw error instanceof S3Problem ? explain(error, bucket, s3.endpoint) : error
      }),
  }
}

/** 'surbrote-2026-11-21T220034Z.tar.age' */
function nameOf(takenAt: string): string {
  return `surbrote-${takenAt.replaceAll(/:|\.\d+/g, '')}.tar.age`
}

/** Only what `nameOf` named, and not in a folder below. */
function isOwn(prefix: string) {
  return ({ key }: StoredObject) => key.startsWith(prefix) && NAME.test(key.slice(prefix.length))
}

function byAge(a: StoredObject, b: StoredObject): number {
  return a.writtenAt.getTime() - b.writtenAt.getTime() || a.key.localeCompare(b.key)
}

/** The key of the named object, or of the newest one directly under the prefix. */
async function findBackup({ bucket, prefix, objects, explained }: Place): Promise<string> {
  const named = prefix.replace(/\/$/, '')
  if (NAME.test(path.posix.basename(named))) return named
  const all = await explained(() => objects.list(prefix))
  const newest = all.filter(isOwn(prefix)).toSorted(byAge).at(-1)
  if (newest) return newest.key
  const below = all.filter(({ key }) => NAME.test(path.posix.basename(key))).toSorted(byAge)
  const place = `s3://${bucket}/${prefix}`
  if (below.length === 0) throw new OperatorError(`No hay ninguna copia en ${place}.`)
  const shown = below.slice(-LISTED).map(({ key }) => `  s3://${bucket}/${key}`)
  throw new OperatorError(
    [`En ${place} hay copias de más de un lugar: escribí cuál restaurar.`, ...shown].join('\n'),
  )
}

function explain(problem: S3Problem, bucket: string, endpoint: string): OperatorError {
  const said = `(${problem.message})`
  if (problem.code === 'NoSuchBucket')
    return new OperatorError(`En ${endpoint} no hay ningún bucket ${bucket} ${said}.`)
  if (problem.status === 401 || problem.status === 403)
    return new OperatorError(
      `El bucket ${bucket} no lo permite ${said}: revisá BACKUP_S3_ACCESS_KEY_ID y los permisos de su clave.`,
    )
  if (problem.isFull) return new OperatorError(`En el bucket ${bucket} no queda lugar ${said}.`)
  return problem.isOutage
    ? new OperatorError(`${endpoint} no contesta o se cortó ${said}: probá de nuevo.`)
    : new OperatorError(`${endpoint} no lo hizo ${said}: revisá BACKUP_S3_ENDPOINT y BACKUP_S3_REGION.`)
}

// ---- Streams ---------------------------------------------------------------------------------------------------

/** `failure`: what ended the source early, which the SDK would report as an error of S3. */
function counting(source: Readable) {
  const seen: { bytes: number; failure?: unknown } = { bytes: 0 }
  async function* counted() {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        seen.bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      seen.failure = error
      throw error
    }
  }
  const stream = Readable.from(counted(), { objectMode: false })
  return { stream, bytes: () => seen.bytes, failure: () => seen.failure }
}

/** Distinguishes a lost connection from a damaged object. */
async function* fromS3(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw problemOf('GetObject', error)
  }
}

/** Everybody who knows the recipient can make an archive: it must not write anything else. */
function isPart(name: string, entry: object): boolean {
  return 'type' in entry && (entry.type === 'File' || entry.type === 'Directory') && !name.includes('..')
}

/** Of the encryption or of the archive, not of the disk. */
function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true
  return error instanceof Error && 'tarCode' in error && !('syscall' in error)
}

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { removeLeftovers } from '../../files/leftovers.ts'
import { syncPath } from '../../files/sync-path.ts'
import { OperatorError } from '../operator-error.ts'
import type { Contents, FileContents, TableContents } from './contents.ts'
import {
  hashing,
  MANIFEST,
  type Manifest,
  pictureFile,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  readSums,
  SUMS,
  tableFile,
} from './folder.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'

const DAY_MS = 24 * 60 * 60_000
/** The temporary name of a backup. */
const UNFINISHED = /^\..*\.[0-9a-f-]{36}\.unfinished$/

/**
 * Writes a backup into `folder`, which must not exist. It is written under a temporary name and renamed once synced,
 * so a folder with this name is complete. Pictures never change, so those of the newest backup in the same place are
 * hard-linked.
 */
export async function writeBackup(
  contents: Contents,
  folder: string,
  about: Pick<Manifest, 'shop' | 'engine'>,
): Promise<Manifest> {
  const place = path.resolve(folder)
  if (existsSync(place)) throw new OperatorError(`${place} ya existe: la copia va en una carpeta nueva.`)
  const parent = path.dirname(place)
  await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER })
  await removeLeftovers(parent, Date.now() - DAY_MS, (name) => UNFINISHED.test(name))
  const previous = await findPrevious(parent)
  const unfinished = path.join(parent, `.${path.basename(place)}.${randomUUID()}.unfinished`)
  await mkdir(unfinished, { mode: PRIVATE_FOLDER })
  try {
    const manifest = await writeParts(contents, unfinished, previous, about)
    await rename(unfinished, place)
    await syncPath(parent)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** The newest earlier backup in the same place. */
interface Previous {
  folder: string
  sums: Map<string, string>
}

async function writeParts(
  contents: Contents,
  folder: string,
  previous: Previous | undefined,
  about: Pick<Manifest, 'shop' | 'engine'>,
): Promise<Manifest> {
  const sums = new Map<string, string>()
  const tables: Manifest['tables'] = []
  await makeFolder(path.join(folder, 'tables'))
  for (const table of contents.tables) {
    const { rows, sha256 } = await writeTable(table, path.join(folder, tableFile(table.name)))
    sums.set(tableFile(table.name), sha256)
    tables.push({ name: table.name, rows, sequence: table.sequence })
  }
  const files = await writePictures(contents.files(), { folder, sums, previous })
  const manifest: Manifest = {
    format: 'surbrote-backup/1',
    ...about,
    taken_at: contents.takenAt,
    migrations: contents.migrations,
    tables,
    left_out: contents.leftOut,
    files,
  }
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  await writeWhole(path.join(folder, MANIFEST), text)
  sums.set(MANIFEST, createHash('sha256').update(text).digest('hex'))
  const lines = [...sums].map(([name, hash]) => `${hash}  ${name}\n`)
  await writeWhole(path.join(folder, SUMS), lines.join(''))
  await syncPath(path.join(folder, 'tables'))
  await syncPath(folder)
  return manifest
}

async function writeTable(table: TableContents, file: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  async function* text() {
    yield `${JSON.stringify(table.columns)}\n`
    for await (const lines of table.rows()) {
      rows += lines.length
      yield `${lines.join('\n')}\n`
    }
  }
  await pipeline(
    Readable.from(text()),
    createGzip(),
    (source: AsyncIterable<Buffer>) => hashing(source, hash),
    createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true }),
  )
  return { rows, sha256: hash.digest('hex') }
}

async function writePictures(
  files: AsyncIterable<FileContents>,
  { folder, sums, previous }: { folder: string; sums: Map<string, string>; previous: Previous | undefined },
): Promise<Manifest['files']> {
  const made = new Set<string>()
  const written = { count: 0, bytes: 0 }
  await forEachConcurrently(files, async ({ key, read }) => {
    const bytes = await read()
    if (!bytes) return
    const name = pictureFile(key)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const place = path.join(folder, name)
    if (!made.has(path.dirname(place))) await makeFolder(path.dirname(place))
    made.add(path.dirname(place))
    const old = previous?.sums.get(name) === sha256 ? path.join(previous.folder, name) : undefined
    if (old === undefined || !(await linkSame(old, place, bytes))) await writeWhole(place, bytes)
    sums.set(name, sha256)
    written.count += 1
    written.bytes += bytes.length
  })
  for (const each of made) await syncPath(each)
  return written
}

/** False when the old file differs or cannot be linked; the picture is then written. */
async function linkSame(old: string, place: string, bytes: Buffer): Promise<boolean> {
  try {
    // Compared by content: a disk error in one backup must not reach the next.
    if (!(await readFile(old)).equals(bytes)) return false
    await link(old, place)
    return true
  } catch {
    return false
  }
}

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { flag: 'wx', mode: PRIVATE_FILE, flush: true })
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
}

async function findPrevious(parent: string): Promise<Previous | undefined> {
  const names = (await readdir(parent)).filter((name) => !name.startsWith('.'))
  const made = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(parent, name)
      const facts = await stat(path.join(folder, SUMS)).catch(() => undefined)
      return { folder, at: facts?.mtimeMs ?? 0 }
    }),
  )
  const newest = made.filter(({ at }) => at > 0).toSorted((a, b) => b.at - a.at)[0]
  if (!newest) return undefined
  const sums = await readSums(newest.folder).catch(() => undefined)
  return sums && { folder: newest.folder, sums }
}

import { randomUUID } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises'
import path from 'node:path'
import { checkKey, isKey } from './keys.ts'
import { type FileStore, noSpace, type StoredFile } from './store.ts'

const GIGABYTE = 1024 ** 3
const HOUR = 60 * 60_000

/**
 * Files in a folder. Written beside their place, synced and renamed, so that a crash leaves the old file, the new one
 * or none, never half of one.
 */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder)
  // On the same file system, or a rename would copy.
  const unfinished = path.join(root, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await removeOld(unfinished)

  return {
    isElsewhere: false,
    async write(key, bytes) {
      const place = placeOf(root, key)
      await refuseWhenAlmostFull(root)
      await refuseWhenFull(async () => {
        const file = await writeNew(unfinished, bytes)
        await mkdir(path.dirname(place), { recursive: true })
        await rename(file, place)
        await syncFolder(path.dirname(place))
      })
    },
    async read(key) {
      const handle = await openExisting(placeOf(root, key))
      if (!handle) return undefined
      const facts = await handle.stat()
      if (facts.isFile()) return { stream: handle.createReadStream(), bytes: facts.size }
      await handle.close()
      return undefined
    },
    async list(prefix) {
      const top = placeOf(root, prefix.replace(/\/$/, ''))
      const entries = await readdir(top, { withFileTypes: true, recursive: true }).catch(emptyWhenMissing)
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .toSorted()
    },
    walk({ under = '', after = '' } = {}) {
      return walkFolder(root, under.replace(/\/$/, ''), after)
    },
    async remove(key) {
      const place = placeOf(root, key)
      await unlink(place).catch(emptyWhenMissing)
      // The folder of a picture goes with its last file; it stays when there are others.
      await rmdir(path.dirname(place)).catch(() => {})
    },
    check: () => checkDisk(unfinished),
  }
}

/** Throws when nothing can be written into a folder. */
export async function checkDisk(folder: string): Promise<void> {
  await refuseWhenFull(async () => rm(await writeNew(folder, Buffer.alloc(4096))))
}

/** Answers where it wrote them, safe on the disk. */
async function writeNew(folder: string, bytes: Buffer): Promise<string> {
  const file = path.join(folder, randomUUID())
  const handle = await open(file, 'wx', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return file
}

/** In the order that S3 lists in: by the bytes of the whole key, so that `a-b/x` comes before `a/x`. */
async function* walkFolder(root: string, folder: string, after: string): AsyncGenerator<StoredFile> {
  const top = folder === '' ? root : placeOf(root, folder)
  const entries = await readdir(top, { withFileTypes: true }).catch(emptyWhenMissing)
  const inOrder = entries
    .map((entry) => `${folder && `${folder}/`}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .toSorted(byBytes)
  for (const name of inOrder) {
    const key = name.replace(/\/$/, '')
    if (!isKey(key)) continue
    if (key !== name) {
      const mayHoldLater = after.startsWith(name) || byBytes(name, after) > 0
      if (mayHoldLater) yield* walkFolder(root, key, after)
    } else if (byBytes(key, after) > 0) {
      const facts = await stat(placeOf(root, key)).catch(undefinedWhenMissing)
      if (facts?.isFile()) yield { key, bytes: facts.size, writtenAt: facts.mtime }
    }
  }
}

/** Keys are ASCII: their order by characters is the order by bytes. */
function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** What a crash left. Not what is new: another instance may be writing it at this moment. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - HOUR) await rm(file, { force: true })
  }
}

function placeOf(root: string, key: string): string {
  checkKey(key)
  return path.join(root, key)
}

async function openExisting(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function emptyWhenMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

function undefinedWhenMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
}

/** The last gigabyte, or twentieth of a small disk, is kept for the database. */
async function refuseWhenAlmostFull(root: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(root)
  if (bavail * bsize < Math.min(GIGABYTE, (blocks * bsize) / 20)) throw noSpace()
}

async function refuseWhenFull(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (['ENOSPC', 'EDQUOT', 'EROFS'].includes(codeOf(error))) throw noSpace()
    throw error
  }
}

/** A rename is only on disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code')) : ''
}

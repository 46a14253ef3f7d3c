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
import { errorCode } from '../error-code.ts'
import { checkKey, isKey } from './keys.ts'
import { removeLeftovers } from './leftovers.ts'
import { type FileStore, noSpace, type StoredFile } from './store.ts'
import { syncPath } from './sync-path.ts'

const GIGABYTE = 1024 ** 3
const HOUR = 60 * 60_000

/** Files in a folder. Each is written under another name, synced and renamed, so that a crash never leaves half a file. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder)
  // On the same file system, as a rename cannot leave it.
  const unfinished = path.join(root, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await removeLeftovers(unfinished, Date.now() - HOUR)

  return {
    isShared: false,
    async write(key, bytes) {
      const place = placeOf(root, key)
      await refuseWhenAlmostFull(root)
      await refuseWhenFull(() => writeWhole(place, bytes, unfinished))
    },
    // Async, so that a key that is refused rejects instead of throwing.
    read: async (key) => readFile(placeOf(root, key)),
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
      // Fails harmlessly while the folder has other files.
      await rmdir(path.dirname(place)).catch(() => {})
    },
    check: () => checkDisk(unfinished),
  }
}

/** Throws when nothing can be written into a folder. */
export async function checkDisk(folder: string): Promise<void> {
  await refuseWhenFull(async () => rm(await writeNew(folder, Buffer.alloc(4096))))
}

async function writeWhole(place: string, bytes: Buffer, unfinished: string): Promise<void> {
  const file = await writeNew(unfinished, bytes)
  await mkdir(path.dirname(place), { recursive: true })
  await rename(file, place)
  await syncPath(path.dirname(place))
}

async function readFile(place: string): ReturnType<FileStore['read']> {
  const handle = await openExisting(place)
  if (!handle) return undefined
  const facts = await handle.stat()
  if (facts.isFile()) return { stream: handle.createReadStream(), bytes: facts.size }
  await handle.close()
  return undefined
}

/** Writes and syncs a file under a random name; returns its path. */
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

/** In the order of S3: by bytes of the whole key, so `a-b/x` comes before `a/x`. */
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

/** Keys are ASCII, so comparing characters compares bytes. */
function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
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
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error))
}

/** The last gigabyte of a disk, or twentieth of a small one, is reserved for the database. */
async function refuseWhenAlmostFull(root: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(root)
  if (bavail * bsize < Math.min(GIGABYTE, (blocks * bsize) / 20)) throw noSpace()
}

async function refuseWhenFull(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (['ENOSPC', 'EDQUOT', 'EROFS'].includes(errorCode(error))) throw noSpace()
    throw error
  }
}

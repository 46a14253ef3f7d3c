import { open } from 'node:fs/promises'

/** Syncs a file, or the entries of a folder after a rename, to disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

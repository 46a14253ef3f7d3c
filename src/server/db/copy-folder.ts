import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limitConcurrency } from '../limits/limit-concurrency.ts'

/** Enough to keep the disk busy. */
const AT_ONCE = 4

/**
 * Copies a folder of folders and files to `target`, which must not exist, for its owner only. Node's `cp` and `copyFile`
 * change the owner of the copy (`fchown`), which systemd's filter of system calls answers by killing the shop
 * (`SystemCallFilter` in deploy/surbrote.service).
 */
export async function copyFolder(folder: string, target: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const placed = entries.map((entry) => {
    const from = join(entry.parentPath, entry.name)
    return { from, to: join(target, relative(folder, from)), isFolder: entry.isDirectory() }
  })
  await mkdir(target, { mode: 0o700 })
  // Each folder comes before what is in it.
  for (const { to, isFolder } of placed) if (isFolder) await mkdir(to, { mode: 0o700 })
  const oneOfFew = limitConcurrency(AT_ONCE)
  const files = placed.filter(({ isFolder }) => !isFolder)
  await Promise.all(files.map(({ from, to }) => oneOfFew(() => copyFile(from, to))))
}

function copyFile(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

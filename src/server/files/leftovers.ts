import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Removes files and folders that a crash left behind in `folder`. Entries written after `before` (ms) stay, as another
 * process may be writing them.
 */
export async function removeLeftovers(
  folder: string,
  before: number,
  isLeftover: (name: string) => boolean = () => true,
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isLeftover)) {
    const place = path.join(folder, name)
    const facts = await stat(place).catch(() => undefined)
    if (facts && facts.mtimeMs < before) await rm(place, { recursive: true, force: true })
  }
}

import { buffer } from 'node:stream/consumers'
import { PICTURE_PRESETS } from '../../contract/pictures.ts'
import type { Shop } from '../shop.ts'
import { makeAvif } from './pictures.ts'
import { removeOldForms } from './receive-form.ts'
import { deleteUnclaimed, selectUploads } from './upload-queries.ts'
import { removeFiles } from './uploads.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How much one run may do; the next goes on from there. */
const MOST_REMOVED = 500
const MOST_FOLDERS = 2_000
const MOST_AVIF = 25
/** Until then it is still being made. */
const AVIF_AFTER = 30 * MINUTE

/** Up to which folder the last run got. Each instance goes its own round. */
export interface Round {
  after: string
}

/**
 * Keeps rows and files together: removes uploads that nothing used for a day, files that no row knows (of a crash
 * between the two), and what a crash left half received; makes AVIF variants that are missing. Several instances may do
 * it at once: a row is removed by one of them, and its files after it.
 */
export async function cleanFiles(shop: Shop, round: Round): Promise<void> {
  const before = new Date(shop.now().getTime() - DAY)
  const unused = await deleteUnclaimed(shop.db, { before, most: MOST_REMOVED })
  for (const { preset, id } of unused) await removeFiles(shop, `${preset}/${id}`)
  await removeOldForms(shop)

  const folders = await nextFolders(shop, round)
  const known = await selectUploads(
    shop.db,
    folders.map((folder) => idOf(folder)),
  )
  const cameAt = new Map(known.map((upload) => [upload.id, upload.created_at]))
  const mayRemove = isOurs(shop, folders.length, known.length)
  let avifLeft = MOST_AVIF
  for (const folder of folders) {
    const at = cameAt.get(idOf(folder))
    if (at === undefined && mayRemove) await removeUnknown(shop, folder, before)
    else if (at === undefined) continue
    else if (at.getTime() < shop.now().getTime() - AVIF_AFTER && !folder.startsWith('warranty/')) {
      avifLeft -= await addMissingAvif(shop, folder, avifLeft)
    }
  }
}

async function nextFolders(shop: Shop, round: Round): Promise<string[]> {
  const lists = await Promise.all(PICTURE_PRESETS.toSorted().map((preset) => shop.files.folders(preset)))
  const all = lists.flat()
  const next = all.filter((folder) => folder > round.after).slice(0, MOST_FOLDERS)
  const last = next.at(-1)
  round.after = last === undefined || last === all.at(-1) ? '' : last
  return next
}

/** A crash leaves a file or two. When the database knows few of them, it is another shop's database. */
function isOurs(shop: Shop, found: number, known: number): boolean {
  if (found - known <= Math.max(10, found / 2)) return true
  shop.log.error({ found, known }, 'Most files are not in this database: none was removed')
  return false
}

/** Files are written before their row: a day is enough for any upload to get there. */
async function removeUnknown(shop: Shop, folder: string, before: Date): Promise<void> {
  for (const key of await shop.files.list(`${folder}/`)) {
    const writtenAt = await shop.files.writtenAt(key)
    if (writtenAt && writtenAt < before) await shop.files.remove(key)
  }
}

async function addMissingAvif(shop: Shop, folder: string, most: number): Promise<number> {
  const keys = new Set(await shop.files.list(`${folder}/`))
  const missing = [...keys]
    .filter((key) => key.endsWith('.webp'))
    .map((key) => key.slice(0, -'.webp'.length))
    .filter((key) => !keys.has(`${key}.avif`))
    .slice(0, most)
  for (const key of missing) {
    await makeAvif(shop, key, async () => {
      const file = await shop.files.read(`${key}.webp`)
      if (!file) throw new Error('The picture is gone')
      return buffer(file.stream)
    })
  }
  return missing.length
}

function idOf(folder: string): string {
  return folder.slice(folder.indexOf('/') + 1)
}

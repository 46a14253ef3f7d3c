import { buffer } from 'node:stream/consumers'
import { PICTURE_PRESETS } from '../../contract/pictures.ts'
import { inTurn } from '../in-turn.ts'
import type { Shop } from '../shop.ts'
import { makeAvif } from './pictures.ts'
import { removeOldForms } from './receive-form.ts'
import type { StoredFile } from './store.ts'
import { deleteOldUnused, selectUploads } from './upload-queries.ts'
import { removeAll, UNUSED_KEPT_MS } from './uploads.ts'

const MINUTE = 60_000
/** How long pictures uploaded by admins may stay unused: a form can stay open over a long weekend. */
const UNSAVED_KEPT_MS = 14 * UNUSED_KEPT_MS
/** Limits of one run; the next one continues where it stopped. */
const MOST_REMOVED = 500
/** A crash leaves files of so many deleted rows, which is few enough for `belongTogether`. */
const REMOVED_AT_ONCE = 10
const MOST_FOLDERS = 2_000
const MOST_AVIF = 25
/** Younger ones may still be written. */
const AVIF_AFTER = 30 * MINUTE

/** Progress of the last run, per instance. */
interface Round {
  after: string
}

/**
 * Removes uploads that nothing has used for a day (for two weeks, when admins uploaded them), files without a row (after a
 * crash between the two), and forms that a crash left half received; adds missing AVIF variants. Several instances may do it
 * at once: each row is removed by one of them, and then its files.
 */
export async function cleanFiles(shop: Shop, round: Round, stopping?: AbortSignal): Promise<void> {
  const before = new Date(shop.now().getTime() - UNUSED_KEPT_MS)
  await removeOldForms(shop)
  // First, as it throws when the file store is down: then no row is deleted without its files.
  const folders = await nextFolders(shop, round)
  for await (const folder of removeUnused(shop, before, stopping)) folders.delete(folder)

  const known = await selectUploads(shop.db, [...folders.keys()].map(idOf))
  const uploadedAt = new Map(known.map((upload) => [upload.id, upload.created_at]))
  const mayRemove = belongTogether(shop, folders.size, known.length)
  let avifLeft = MOST_AVIF
  const found = [...folders].map(([id, files]) => ({ id, files }))
  await inTurn(shop, found, async ({ id: folder, files }) => {
    if (stopping?.aborted) return
    const at = uploadedAt.get(idOf(folder))
    if (at === undefined) return mayRemove ? removeUnknown(shop, files, before) : undefined
    if (at.getTime() < shop.now().getTime() - AVIF_AFTER && !folder.startsWith('warranty/'))
      avifLeft -= await addMissingAvif(shop, files, avifLeft)
  })
}

/** Yields their folders. */
async function* removeUnused(shop: Shop, before: Date, stopping?: AbortSignal): AsyncGenerator<string> {
  const neverUsedBefore = new Date(shop.now().getTime() - UNSAVED_KEPT_MS)
  for (let most = MOST_REMOVED; most > 0; most -= REMOVED_AT_ONCE) {
    if (stopping?.aborted) return
    const unused = await deleteOldUnused(shop.db, { before, neverUsedBefore, most: REMOVED_AT_ONCE })
    await removeAll(shop, unused)
    yield* unused.map(({ preset, id }) => `${preset}/${id}`)
    if (unused.length < REMOVED_AT_ONCE) return
  }
}

/** The next folders with their files. Read in long lists, as each list of a bucket is a request that costs. */
async function nextFolders(shop: Shop, round: Round): Promise<Map<string, StoredFile[]>> {
  const folders = new Map<string, StoredFile[]>()
  const { after } = round
  for (const preset of PICTURE_PRESETS.toSorted()) {
    for await (const file of shop.files.walk({ under: `${preset}/`, after })) {
      const folder = file.key.slice(0, file.key.lastIndexOf('/'))
      const files = folders.get(folder) ?? []
      if (files.length === 0 && folders.size >= MOST_FOLDERS) return folders
      folders.set(folder, [...files, file])
      // Sorts after every file of the folder.
      round.after = `${folder}/~`
    }
  }
  round.after = ''
  return folders
}

/** A crash leaves few files. If the database knows few of the files, it belongs to another shop. */
function belongTogether(shop: Shop, found: number, known: number): boolean {
  if (found - known <= Math.max(10, found / 2)) return true
  shop.log.error({ found, known }, 'Most files are not in this database: none was removed')
  return false
}

/** Young files stay: a file is written before its row. */
async function removeUnknown(shop: Shop, files: StoredFile[], before: Date): Promise<void> {
  for (const { key, writtenAt } of files) if (writtenAt < before) await shop.files.remove(key)
}

async function addMissingAvif(shop: Shop, files: StoredFile[], most: number): Promise<number> {
  const keys = new Set(files.map(({ key }) => key))
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

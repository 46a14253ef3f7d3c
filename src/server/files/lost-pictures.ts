import type { UploadPreset } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { invalid } from '../errors.ts'
import { pictureId } from './mark-used.ts'

const LOST =
  'Esta imagen ya no está: pasaron más de dos semanas entre la subida y el guardado. Subila de nuevo.'

/** The ids that uploads get. */
const OUR_ID = /^[\w-]{22}$/

/**
 * Throws `VALIDATION` for pictures that were removed because nothing used them in time (`clean-files.ts`). `fields` has the
 * addresses to save; those of `before` are not checked. Call it after `markPicturesUsed`, which keeps them from removal.
 */
export async function refuseLost(
  tx: Tx,
  {
    preset,
    fields,
    before = [],
  }: { preset: UploadPreset; fields: Record<string, string | null>; before?: (string | null)[] | undefined },
): Promise<void> {
  const added = Object.entries(fields).flatMap(([field, address]) => {
    const id = address === null || before.includes(address) ? undefined : pictureId(preset, address)
    return id !== undefined && OUR_ID.test(id) ? [{ field, id }] : []
  })
  if (added.length === 0) return
  const ids = added.map(({ id }) => id)
  const rows = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where('preset', '=', preset)
    .execute()
  const lost = added.filter(({ id }) => !rows.some((row) => row.id === id))
  if (lost.length > 0) throw invalid(Object.fromEntries(lost.map(({ field }) => [field, [LOST]])))
}

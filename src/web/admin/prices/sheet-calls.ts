import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { fileCall } from '../../data/download.ts'

/** A dry run only reports the changes. Throws `Refusal`. */
export async function sendSheet(file: File, dryRun: boolean): Promise<SheetReport> {
  const form = new FormData()
  form.append('file', file)
  const response = await fileCall('POST', `/products/import/${dryRun ? '?dry_run=true' : ''}`, form)
  return (await response.json()) as SheetReport // safe: the serializer of that endpoint wrote it
}

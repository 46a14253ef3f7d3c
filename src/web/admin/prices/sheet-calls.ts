import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { fileCall } from '../../data/download.ts'

/** Without a key a dry run, which only reports the changes. Throws `Refusal`. */
export async function sendSheet(file: File, key?: string): Promise<SheetReport> {
  const form = new FormData()
  form.append('file', file)
  const response = await fileCall('POST', `/products/import/${key ? '' : '?dry_run=true'}`, form, key)
  return (await response.json()) as SheetReport // safe: the serializer of that endpoint wrote it
}

import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { Refusal } from '../../data/api.ts'
import { accessForCall, readSession, sessionOver } from '../../session/session.ts'

/** A file, so not through `call`, which reads JSON. Throws `Refusal`. */
export async function downloadSheet(): Promise<Blob> {
  return (await ask('GET', '/products/export/')).blob()
}

/** A dry run only says what would change. Throws `Refusal`. */
export async function sendSheet(file: File, dryRun: boolean): Promise<SheetReport> {
  const form = new FormData()
  form.append('file', file)
  const response = await ask('POST', `/products/import/${dryRun ? '?dry_run=true' : ''}`, form)
  return (await response.json()) as SheetReport // safe: the serializer of that endpoint wrote it
}

async function ask(method: string, path: string, body?: FormData): Promise<Response> {
  const access = await accessForCall()
  const userId = readSession()?.userId
  const headers: Record<string, string> = access ? { authorization: `Bearer ${access}` } : {}
  const response = await fetch(`/api${path}`, { method, headers, ...(body && { body }) }).catch(() => {
    throw new Refusal(0, {})
  })
  if (response.ok) return response
  if (response.status === 401 && access && (await sessionOver({ access, userId })))
    return ask(method, path, body)
  throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Refusal['body'])
}

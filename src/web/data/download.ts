import { saveAs } from '../browser/save-as.ts'
import { accessForCall, readSession, sessionOver } from '../session/session.ts'
import { Refusal } from './api.ts'

/** For calls that send or receive files; `call` handles JSON only. Throws `Refusal`. */
export async function fileCall(
  method: string,
  path: string,
  body?: FormData,
  idempotencyKey?: string,
): Promise<Response> {
  const access = await accessForCall()
  const userId = readSession()?.userId
  const headers: Record<string, string> = access ? { authorization: `Bearer ${access}` } : {}
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const response = await fetch(`/api${path}`, { method, headers, ...(body && { body }) }).catch(() => {
    throw new Refusal(0, {})
  })
  if (response.ok) return response
  if (response.status === 401 && access && (await sessionOver({ access, userId })))
    return fileCall(method, path, body, idempotencyKey)
  throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Refusal['body'])
}

/** Downloads a file of the API. Throws `Refusal`. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fileCall('GET', path)
  const file = await response.blob().catch(() => {
    // It was cut off.
    throw new Refusal(0, {})
  })
  saveAs(file, name)
}

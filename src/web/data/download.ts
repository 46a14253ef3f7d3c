import { saveAs } from '../browser/save-as.ts'
import { accessForCall, readSession, sessionOver } from '../session/session.ts'
import { Refusal } from './api.ts'

interface FileSent {
  body?: FormData
  idempotencyKey?: string | undefined
  /** Sends instead of `fetch`. */
  send?: (url: string, request: FileRequest) => Promise<Response>
}

export interface FileRequest {
  method: string
  headers: Record<string, string>
  body?: FormData
}

/** For calls that send or receive files; `call` handles JSON only. Throws `Refusal`. */
export async function fileCall(method: string, path: string, sent: FileSent = {}): Promise<Response> {
  const { body, idempotencyKey, send = fetch } = sent
  const access = await accessForCall()
  const userId = readSession()?.userId
  const headers: Record<string, string> = access ? { authorization: `Bearer ${access}` } : {}
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const response = await send(`/api${path}`, { method, headers, ...(body && { body }) }).catch(() => {
    throw new Refusal(0, {})
  })
  if (response.ok) return response
  if (response.status === 401 && access && (await sessionOver({ access, userId })))
    return fileCall(method, path, sent)
  const retryAfter = Number(response.headers.get('retry-after'))
  const refusal = (await response.json().catch(() => ({}))) as Refusal['body']
  throw new Refusal(response.status, refusal, retryAfter > 0 ? retryAfter : undefined)
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

import { Refusal } from '../api.ts'
import { accessForCall, sessionOver } from '../session.ts'

/** What the shop answers to an upload. `secure_url` is what a claim names the photo by. */
interface Uploaded {
  secure_url: string
}

/**
 * Uploads one photo; the only call that is not `call`, as `fetch` does not tell how far an upload has come. `onProgress`
 * gets 0 to 100. Throws `Refusal`, with status 0 when there was no answer.
 */
export async function sendPhoto(
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  const access = await accessForCall()
  const form = new FormData()
  form.append('upload_preset', 'warranty')
  form.append('file', file)
  const { status, body, retryAfter } = await send(form, access, onProgress, signal)
  if (status >= 200 && status < 300 && isUploaded(body)) return body.secure_url
  if (status === 401 && access) sessionOver(access)
  throw new Refusal(status, isObject(body) ? body : {}, retryAfter)
}

interface Answer {
  status: number
  body: unknown
  retryAfter?: number
}

function send(
  form: FormData,
  access: string | undefined,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/uploads/')
    request.responseType = 'json'
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('accept', 'application/json')
    if (access) request.setRequestHeader('authorization', `Bearer ${access}`)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('loadend', () => {
      const retryAfter = Number(request.getResponseHeader('retry-after'))
      resolve({ status: request.status, body: request.response, ...(retryAfter > 0 && { retryAfter }) })
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Five megabytes over a slow phone line. */
const UPLOAD_TIMEOUT_MS = 120_000

function isUploaded(body: unknown): body is Uploaded {
  return isObject(body) && typeof (body as Partial<Uploaded>).secure_url === 'string'
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}

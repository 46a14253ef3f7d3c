import type { PicturePreset } from '../../contract/pictures.ts'
import type { Upload } from '../../contract/uploads.ts'
import { Refusal } from './api.ts'
import { accessForCall, readSession, sessionOver } from '../session/session.ts'

/** Five megabytes over a slow phone line. */
const TIMEOUT_MS = 120_000

export interface UploadOptions {
  preset: PicturePreset
  /** 0 to 100. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * Uploads one picture and returns its address. Uses XMLHttpRequest, as `fetch` reports no upload progress. Throws
 * `Refusal`, with status 0 when there was no response.
 */
export async function sendUpload(file: File, options: UploadOptions): Promise<string> {
  const access = await accessForCall()
  const userId = readSession()?.userId
  const form = new FormData()
  form.append('upload_preset', options.preset)
  form.append('file', file)
  const { status, body, retryAfter } = await send(form, access, options)
  if (status >= 200 && status < 300 && isUpload(body)) return body.secure_url
  if (status === 401 && access && (await sessionOver({ access, userId }))) return sendUpload(file, options)
  // A truncated body counts as no response.
  const isTruncated = status >= 200 && status < 300
  throw new Refusal(isTruncated ? 0 : status, isObject(body) ? body : {}, retryAfter)
}

interface Answer {
  status: number
  body: unknown
  retryAfter?: number
}

function send(
  form: FormData,
  access: string | undefined,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/uploads/')
    request.responseType = 'json'
    request.timeout = TIMEOUT_MS
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

function isUpload(body: unknown): body is Upload {
  return isObject(body) && typeof (body as Partial<Upload>).secure_url === 'string'
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}

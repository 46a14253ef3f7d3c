import type { PicturePreset } from '../../contract/pictures.ts'
import type { Upload } from '../../contract/uploads.ts'
import { Refusal } from './api.ts'
import { fileCall, type FileRequest } from './download.ts'

/** Five megabytes over a slow phone line. */
const TIMEOUT_MS = 120_000

export interface UploadOptions {
  preset: PicturePreset
  /** 0 to 100. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Uploads one picture and returns its address. Throws `Refusal`, with status 0 when there was no response. */
export async function sendUpload(file: File, { preset, ...watched }: UploadOptions): Promise<string> {
  const body = new FormData()
  body.append('upload_preset', preset)
  body.append('file', file)
  const response = await fileCall('POST', '/uploads/', {
    body,
    send: (url, request) => sendWatched(url, request, watched),
  })
  const upload: unknown = await response.json().catch(() => undefined)
  // A truncated body counts as no response.
  if (!isUpload(upload)) throw new Refusal(0, {})
  return upload.secure_url
}

/** By XMLHttpRequest, as `fetch` reports no upload progress. */
function sendWatched(
  url: string,
  { method, headers, body }: FileRequest,
  { onProgress, signal }: Omit<UploadOptions, 'preset'>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = TIMEOUT_MS
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100))
    })
    request.addEventListener('loadend', () => {
      const { status, responseText } = request
      if (status === 0) return reject(new TypeError('no response'))
      const retryAfter = request.getResponseHeader('retry-after') ?? ''
      resolve(new Response(responseText, { status, headers: { 'retry-after': retryAfter } }))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(body ?? null)
  })
}

function isUpload(body: unknown): body is Upload {
  return typeof (body as Partial<Upload> | undefined)?.secure_url === 'string'
}

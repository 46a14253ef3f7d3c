import {
  isHeic,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  type PicturePreset,
  STAYS_TOO_LARGE,
} from '../../contract/pictures.ts'
import { Refusal } from '../data/api.ts'
import { sendUpload } from '../data/send-upload.ts'

export type UploadState =
  /** `percent` is undefined while the picture is made smaller. */
  | { step: 'sending'; percent: number | undefined }
  | { step: 'failed'; refusal: Refusal }
  /** Not sent: this browser could not make it small enough. */
  | { step: 'refused'; problem: string }
  | { step: 'done'; address: string }

export interface RunningUpload {
  /** Cancels it; no further state follows. */
  cancel: () => void
  /** Resolves when it is done, failed or cancelled. */
  ended: Promise<void>
}

export interface UploadRequest {
  preset: PicturePreset
  /** Why the shop would refuse a file. */
  check: (file: File) => string | undefined
  /** Never scaled down: for drawings and sharp edges. */
  asItIs?: boolean | undefined
}

/** Why a file is refused at once. Photos that are too large may still be scaled down. */
export function refusedAtOnce(
  file: File,
  request: Pick<UploadRequest, 'check' | 'asItIs'>,
): string | undefined {
  return isMadeSmaller(file, request) ? undefined : request.check(file)
}

/**
 * Uploads one picture and reports each state, the first (`sending`) before it returns. It belongs to no component: the
 * caller cancels it, or lets it continue while another screen is shown. To retry, start it again.
 */
export function startUpload(
  file: File,
  request: UploadRequest,
  onState: (state: UploadState) => void,
): RunningUpload {
  const stop = new AbortController()
  const report = (state: UploadState) => {
    if (!stop.signal.aborted) onState(state)
  }
  report({ step: 'sending', percent: isMadeSmaller(file, request) ? undefined : 0 })
  const onProgress = (percent: number) => report({ step: 'sending', percent })
  const ended = upload(file, { ...request, signal: stop.signal, onProgress }).then(report, (error: unknown) =>
    report({ step: 'failed', refusal: error instanceof Refusal ? error : new Refusal(500, {}) }),
  )
  return { cancel: () => stop.abort(), ended }
}

type Running = UploadRequest & { signal: AbortSignal; onProgress: (percent: number) => void }

async function upload(file: File, { signal, onProgress, ...request }: Running): Promise<UploadState> {
  const { preset, check } = request
  const sent = isMadeSmaller(file, request) ? await smallerOf(file, request, signal) : file
  signal.throwIfAborted()
  const problem = check(sent)
  if (problem !== undefined) {
    const isStuck = problem === PICTURE_TOO_LARGE && sent === file && (await isPhoto(file))
    return { step: 'refused', problem: isStuck ? STAYS_TOO_LARGE : problem }
  }
  if (sent !== file) onProgress(0)
  return { step: 'done', address: await sendUpload(sent, { preset, signal, onProgress }) }
}

/** Smaller files are sent unchanged. */
const LARGE_BYTES = 1_000_000

/** A phone's photo. iPhone photos (HEIC) are converted if the browser can decode them. */
function isMadeSmaller(file: File, { asItIs }: Pick<UploadRequest, 'asItIs'>): boolean {
  if (asItIs) return false
  return PICTURE_TYPES.includes(file.type) ? file.size > LARGE_BYTES : isHeic(file)
}

/** A JPEG by its first bytes: a real photo, which the browser could not decode. */
async function isPhoto(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0xff && second === 0xd8
}

/** The code is loaded for the first large photo. */
async function smallerOf(file: File, request: UploadRequest, signal: AbortSignal): Promise<File> {
  const code = await import('./make-smaller.ts').catch(() => undefined)
  return code ? code.madeSmaller(file, request, signal) : file
}

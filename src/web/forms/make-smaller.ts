import { PICTURE_WIDTHS, type PicturePreset } from '../../contract/pictures.ts'
import type { Task } from './smaller-worker.ts'
import type { UploadRequest } from './upload.ts'

/** A large photo takes about a second; longer means that the browser is stuck. */
const TIMEOUT_MS = 20_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Rotates the picture and scales it down to the stored width. Returns the file itself if this browser cannot, or the
 * result is not smaller. One at a time, as each needs a hundred megabytes.
 */
export function madeSmaller(
  file: File,
  { preset, check }: UploadRequest,
  signal: AbortSignal,
): Promise<File> {
  const task = { ...taskOf(file, preset), isFine: check(file) === undefined }
  const made = last.then(() => madeIn(task, signal)).catch(() => file)
  last = made
  return made
}

function taskOf(file: File, preset: PicturePreset): Omit<Task, 'isFine'> {
  // Only JPEGs are certainly opaque.
  const type = /png|webp/.test(file.type) ? 'image/webp' : 'image/jpeg'
  return { file, type, width: Math.max(...PICTURE_WIDTHS[preset]) }
}

async function madeIn(task: Task, signal: AbortSignal): Promise<File> {
  const { file, isFine } = task
  const blob = signal.aborted ? undefined : await inWorker(task, signal)
  if (!blob || (isFine && blob.size >= file.size)) return file
  const name = file.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${blob.type.replace('image/', '')}`, { type: blob.type })
}

/** Undefined when it cannot be made, or is cancelled. */
async function inWorker(task: Task, signal: AbortSignal): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./smaller-worker.ts', import.meta.url), { type: 'module' })
  const made = await new Promise<Blob | undefined>((resolve) => {
    const giveUp = () => resolve(undefined)
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | undefined>) => resolve(data))
    worker.addEventListener('error', giveUp)
    signal.addEventListener('abort', giveUp)
    setTimeout(giveUp, TIMEOUT_MS)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(task)
  })
  worker.terminate()
  return made
}

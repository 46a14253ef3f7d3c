import type { PicturePreset } from '../../contract/pictures.ts'
import { Refusal } from '../data/api.ts'
import { sendUpload } from '../data/send-upload.ts'

export type UploadState =
  | { step: 'sending'; percent: number }
  | { step: 'failed'; refusal: Refusal }
  | { step: 'done'; address: string }

export interface RunningUpload {
  /** Cancels it; no further state follows. */
  cancel: () => void
  /** Resolves when it is done, failed or cancelled. */
  ended: Promise<void>
}

/**
 * Uploads one picture and reports each state, the first (`sending`) before it returns. It belongs to no component: the
 * caller cancels it, or lets it continue while another screen is shown. To retry, start it again.
 */
export function startUpload(
  file: File,
  preset: PicturePreset,
  onState: (state: UploadState) => void,
): RunningUpload {
  const stop = new AbortController()
  const report = (state: UploadState) => {
    if (!stop.signal.aborted) onState(state)
  }
  report({ step: 'sending', percent: 0 })
  const onProgress = (percent: number) => report({ step: 'sending', percent })
  const ended = sendUpload(file, { preset, signal: stop.signal, onProgress }).then(
    (address) => report({ step: 'done', address }),
    (error: unknown) =>
      report({ step: 'failed', refusal: error instanceof Refusal ? error : new Refusal(500, {}) }),
  )
  return { cancel: () => stop.abort(), ended }
}

import { createContext, use, useEffect, useRef, useState } from 'react'
import { refusedAtOnce, startUpload, type RunningUpload, type UploadRequest } from './upload.ts'

export interface UploadOptions extends UploadRequest {
  /** The text of a failed upload, around its reason. */
  failed: (reason: string) => string
  /** Receives the original file: the stored picture may be smaller. */
  onStart?: (file: File) => void
  /** `path` is `/media/…`, as products, brands and banners store it. */
  onDone: (path: string) => void
  /** `isSent` is false when `check` refused the file. */
  onProblem?: (problem: string, isSent: boolean) => void
}

/** The upload of one picture, for its field. */
export interface PictureUpload {
  isSending: boolean
  /** 0 to 100 during the upload; undefined while the picture is made smaller. */
  percent: number | undefined
  /** Object URL of the file during the upload and after a failure. */
  preview: string | undefined
  /** Why the last file was refused, or its upload failed. */
  problem: string | undefined
  /** The server's refusal of the upload. */
  reason: string | undefined
  isDone: boolean
  canRetry: boolean
  take: (file: File) => void
  retry: () => void
  /** Removes the file and cancels its upload. */
  cancel: () => void
}

type State =
  | { step: 'idle'; problem: string | undefined }
  | { step: 'sending'; file: File; preview: string; percent: number | undefined }
  | { step: 'failed'; file: File; preview: string; problem: string; reason: string }
  | { step: 'done' }

type Count = (change: (running: number) => number) => void
/** Learns how many uploads run below it. */
export const UploadCount = createContext<Count>(() => {})

/** For a form that waits for the uploads below `<UploadCount value={countUploads}>`. */
export function useUploadCount() {
  const [running, countUploads] = useState(0)
  return { isUploading: running > 0, countUploads }
}

function useCounted(isSending: boolean): void {
  const count = use(UploadCount)
  useEffect(() => counted(isSending, count), [isSending, count])
}

/** Returns what takes it out of the count, also when the field is removed, which cancels the upload. */
export function counted(isSending: boolean, count: Count): (() => void) | undefined {
  if (!isSending) return undefined
  count((running) => running + 1)
  return () => count((running) => running - 1)
}

/** Uploads one picture of a form. It starts when a file is chosen and is cancelled when the form is removed. */
export function useUpload(options: UploadOptions): PictureUpload {
  const [state, setState] = useState<State>({ step: 'idle', problem: undefined })
  const running = useRef<RunningUpload>(undefined)
  useEffect(() => () => running.current?.cancel(), [])
  useCounted(state.step === 'sending')
  const preview = 'preview' in state ? state.preview : undefined
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])

  const stop = (problem?: string) => {
    running.current?.cancel()
    setState({ step: 'idle', problem })
  }
  const refuse = (problem: string) => {
    stop(problem)
    options.onProblem?.(problem, false)
  }
  const send = (file: File) => {
    running.current?.cancel()
    const sent = { file, preview: URL.createObjectURL(file) }
    options.onStart?.(file)
    running.current = startUpload(file, options, (now) => {
      if (now.step === 'sending') return setState({ ...now, ...sent })
      if (now.step === 'refused') return refuse(now.problem)
      if (now.step === 'done') {
        setState({ step: 'done' })
        return options.onDone(new URL(now.address, location.href).pathname)
      }
      const reason = now.refusal.message
      const problem = options.failed(reason)
      setState({ step: 'failed', problem, reason, ...sent })
      options.onProblem?.(problem, true)
    })
  }
  return {
    isSending: state.step === 'sending',
    percent: state.step === 'sending' ? state.percent : undefined,
    preview,
    problem: 'problem' in state ? state.problem : undefined,
    reason: state.step === 'failed' ? state.reason : undefined,
    isDone: state.step === 'done',
    canRetry: state.step === 'failed',
    take: (file) => {
      const problem = refusedAtOnce(file, options)
      if (problem === undefined) send(file)
      else refuse(problem)
    },
    retry: () => state.step === 'failed' && send(state.file),
    cancel: () => stop(),
  }
}

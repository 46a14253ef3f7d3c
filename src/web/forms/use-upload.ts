import { useEffect, useRef, useState } from 'react'
import type { PicturePreset } from '../../contract/pictures.ts'
import { startUpload, type Upload } from './upload.ts'

export interface UploadOptions {
  preset: PicturePreset
  /** Why a file is refused before it is sent. */
  check: (file: File) => string | undefined
  /** The words around the reason of a failed upload. */
  failed: (reason: string) => string
  /** The file that is being sent: the picture the shop makes of it may be smaller. */
  onStart?: (file: File) => void
  /** `path` is `/media/…`, as products, brands and banners are saved with it. */
  onDone: (path: string) => void
  /** `isSent` is false when `check` refused the file. */
  onProblem?: (problem: string, isSent: boolean) => void
}

/** One picture on its way to the shop, as its field shows it. */
export interface PictureUpload {
  isSending: boolean
  /** 0 to 100 while it is being sent. */
  percent: number | undefined
  /** Address of the file itself while it is being sent or has failed. */
  preview: string | undefined
  /** Why the last file was refused, or its upload failed. */
  problem: string | undefined
  isDone: boolean
  canRetry: boolean
  take: (file: File) => void
  retry: () => void
  /** Forgets the file, also while it is being sent. */
  cancel: () => void
}

type State =
  | { step: 'idle'; problem: string | undefined }
  | { step: 'sending'; file: File; preview: string; percent: number }
  | { step: 'failed'; file: File; preview: string; problem: string }
  | { step: 'done' }

/** The upload of one picture of a form. It starts when a file is taken and is cancelled when the form goes. */
export function useUpload(options: UploadOptions): PictureUpload {
  const [state, setState] = useState<State>({ step: 'idle', problem: undefined })
  const running = useRef<Upload>(undefined)
  useEffect(() => () => running.current?.cancel(), [])
  const preview = 'preview' in state ? state.preview : undefined
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])

  const stop = (problem?: string) => {
    running.current?.cancel()
    setState({ step: 'idle', problem })
  }
  const send = (file: File) => {
    running.current?.cancel()
    const sent = { file, preview: URL.createObjectURL(file) }
    options.onStart?.(file)
    running.current = startUpload(file, options.preset, (now) => {
      if (now.step === 'sending') return setState({ ...now, ...sent })
      if (now.step === 'done') {
        setState({ step: 'done' })
        return options.onDone(new URL(now.address, location.href).pathname)
      }
      const problem = options.failed(now.refusal.message)
      setState({ step: 'failed', problem, ...sent })
      options.onProblem?.(problem, true)
    })
  }
  return {
    isSending: state.step === 'sending',
    percent: state.step === 'sending' ? state.percent : undefined,
    preview,
    problem: 'problem' in state ? state.problem : undefined,
    isDone: state.step === 'done',
    canRetry: state.step === 'failed',
    take: (file) => {
      const problem = options.check(file)
      if (problem === undefined) return send(file)
      stop(problem)
      options.onProblem?.(problem, false)
    },
    retry: () => state.step === 'failed' && send(state.file),
    cancel: () => stop(),
  }
}

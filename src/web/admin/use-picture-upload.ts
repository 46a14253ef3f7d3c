import { useEffect, useRef, useState } from 'react'
import type { PicturePreset } from '../../contract/pictures.ts'
import { uploadPicture } from './upload-picture.ts'

export interface PictureUpload {
  /** What the form saves: `/media/…`, or null for no picture. */
  address: string | null
  /** What can be shown already: the file itself until it is with the shop. */
  shown: string | null
  /** 0 to 100 while it is being sent. */
  percent: number | undefined
  /** Why the last try failed. */
  problem: string | undefined
  isDone: boolean
  /** What failed on the way may be tried again. */
  canRetry: boolean
  take: (file: File) => void
  retry: () => void
  remove: () => void
}

interface Options {
  preset: PicturePreset
  initial: string | null
  /** Why a file is refused before it is sent. */
  check: (file: File) => string | undefined
  /** The words around the reason of a failed upload. */
  failed: (reason: string) => string
  /** The file that is being sent: what the shop keeps of it may be smaller. */
  onStart?: (file: File) => void
  onDone?: () => void
  onFail?: (problem: string) => void
}

type State =
  | { step: 'still'; address: string | null; isDone: boolean; problem: string | undefined }
  | { step: 'sending'; file: File; preview: string; percent: number; before: string | null }
  | { step: 'failed'; file: File; preview: string; problem: string; before: string | null }

/** One picture of a form: a choice is sent at once, and the form saves its address. */
export function usePictureUpload(options: Options): PictureUpload {
  const { preset, check, failed, onStart, onDone, onFail } = options
  const [state, setState] = useState<State>({
    step: 'still',
    address: options.initial,
    isDone: false,
    problem: undefined,
  })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const preview = state.step === 'still' ? undefined : state.preview
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])

  const before = state.step === 'still' ? state.address : state.before
  const send = async (file: File) => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const sent = { file, preview: URL.createObjectURL(file), before }
    setState({ step: 'sending', percent: 0, ...sent })
    onStart?.(file)
    try {
      const address = await uploadPicture(file, {
        preset,
        signal: run.signal,
        onProgress: (percent) => {
          if (!run.signal.aborted) setState({ step: 'sending', percent, ...sent })
        },
      })
      if (run.signal.aborted) return
      setState({ step: 'still', address, isDone: true, problem: undefined })
      onDone?.()
    } catch (error) {
      if (run.signal.aborted) return
      const problem = failed(error instanceof Error ? error.message : 'motivo desconocido')
      setState({ step: 'failed', problem, ...sent })
      onFail?.(problem)
    }
  }
  const take = (file: File) => {
    const problem = check(file)
    if (problem === undefined) {
      void send(file)
      return
    }
    running.current?.abort()
    setState({ step: 'still', address: before, isDone: false, problem })
    onFail?.(problem)
  }
  return {
    address: before,
    shown: preview ?? before,
    percent: state.step === 'sending' ? state.percent : undefined,
    problem: state.step === 'sending' ? undefined : state.problem,
    isDone: state.step === 'still' && state.isDone,
    canRetry: state.step === 'failed',
    take,
    retry: () => state.step === 'failed' && void send(state.file),
    remove: () => {
      running.current?.abort()
      setState({ step: 'still', address: null, isDone: false, problem: undefined })
    },
  }
}

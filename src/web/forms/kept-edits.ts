import { useEffect, useRef, useState } from 'react'
import { readSession, useSession } from '../session/session.ts'

let isLeaving = false

/** Call before signing out on purpose: then nothing is kept. */
export function leaveNothing(): void {
  isLeaving = true
}

interface Kept<Edits> {
  userId: number
  form: string
  edits: Edits
}

/**
 * Keeps what was typed in a long form when the session ends under it, here or in another tab, until the same person
 * signs in again and opens the same form. In memory only: in storage, anybody at that computer could read it.
 */
export function keptEdits<Edits extends object>() {
  let kept: Kept<Edits> | undefined

  /** What was kept for this form; read once, when it opens. */
  function useKept(form: string): Edits | undefined {
    const userId = useSession()?.userId
    const [mine] = useState(() => (kept?.form === form && kept.userId === userId ? kept.edits : undefined))
    useEffect(() => {
      kept = undefined
      isLeaving = false
    }, [])
    return mine
  }

  /** Keeps `edits` if the form is removed without a session; undefined: nothing to keep. */
  function useKeep(form: string, edits: Edits | undefined): void {
    const session = useSession()
    const [userId] = useState(session?.userId)
    const latest = useRef(edits)
    useEffect(() => {
      latest.current = edits
    })
    useEffect(
      () => () => {
        if (readSession() === null && !isLeaving && latest.current && userId !== undefined)
          kept = { userId, form, edits: latest.current }
      },
      [form, userId],
    )
  }
  return { useKept, useKeep }
}

import { useEffect, useRef, useState } from 'react'
import { readSession, useSession } from '../session/session.ts'

let isLeaving = false

/** Call it before signing out on purpose: then no edits are kept. */
export function leaveNothing(): void {
  isLeaving = true
}

interface Kept<Edits> {
  userId: number
  form: string
  edits: Edits
}

/**
 * Keeps the edits of a long form when the session ends, here or in another tab, until the same user signs in again and
 * opens the same form. In memory only: in storage, anybody at that computer could read them.
 */
export function keptEdits<Edits extends object>() {
  let kept: Kept<Edits> | undefined

  /** The kept edits of this form; read once, when it opens. */
  function useKept(form: string): Edits | undefined {
    const userId = useSession()?.userId
    const [mine] = useState(() => (kept?.form === form && kept.userId === userId ? kept.edits : undefined))
    useEffect(() => {
      // Edits of a dialog wait until it is opened again.
      if (kept?.form === form || kept?.userId !== userId) kept = undefined
      isLeaving = false
    }, [form, userId])
    return mine
  }

  /** Keeps `edits` when the form is removed without a session; undefined: nothing to keep. */
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

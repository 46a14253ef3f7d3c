import { useEffect, useRef, useState } from 'react'
import { readSession, useSession } from '../session.ts'

let isLeaving = false

/** Before somebody signs out here on purpose: nothing is kept then. */
export function leaveNothing(): void {
  isLeaving = true
}

interface Kept<Edits> {
  userId: number
  form: string
  edits: Edits
}

/**
 * When the session ends under a long form, here or by what another tab heard first, what was typed waits for the same
 * person to sign in again and come back to the same form. Short forms are typed again. In memory: in storage it would
 * lie open at a computer where nobody is signed in.
 */
export function keptEdits<Edits extends object>() {
  let kept: Kept<Edits> | undefined

  /** Read when the form opens, and then forgotten. */
  function useKept(form: string): Edits | undefined {
    const userId = useSession()?.userId
    const [mine] = useState(() => (kept?.form === form && kept.userId === userId ? kept.edits : undefined))
    useEffect(() => {
      kept = undefined
      isLeaving = false
    }, [])
    return mine
  }

  /** Left when the form goes; undefined: nothing to keep. */
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

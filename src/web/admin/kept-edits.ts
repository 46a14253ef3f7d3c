import { useEffect, useRef, useState } from 'react'
import { isSessionOver, useSession } from '../session.ts'

interface Kept {
  userId: number
  form: string
  edits: unknown
}

/** In memory: in storage it would lie open at a computer where nobody is signed in. */
let kept: Kept | undefined

/**
 * When the server ends the session under a form, what was typed waits for the same person to sign in again and come
 * back to the same form. `useKept` reads it when the form opens, `useKeep` leaves it when the form goes; whoever leaves
 * on purpose leaves nothing.
 */
export function useKept<Edits>(form: string): Edits | undefined {
  const userId = useSession()?.userId
  const [mine] = useState(() =>
    kept?.form === form && kept.userId === userId ? (kept.edits as Edits) : undefined, // safe: the same form kept it
  )
  useEffect(() => {
    kept = undefined
  }, [])
  return mine
}

/** `edits` undefined: nothing to keep. */
export function useKeep(form: string, edits: object | undefined): void {
  const session = useSession()
  const [userId] = useState(session?.userId)
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
  })
  useEffect(
    () => () => {
      if (isSessionOver() && latest.current && userId !== undefined)
        kept = { userId, form, edits: latest.current }
    },
    [form, userId],
  )
}

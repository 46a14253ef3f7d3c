import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while a page hydrates: what only this browser knows (cart, session) is not shown yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, when client-only state (cart, session) is not shown yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

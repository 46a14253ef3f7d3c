import { useLocation } from 'react-router'
import { useHydrated } from '../../browser/hydrated.ts'

/** The token of a mailed link, `#t=…`. The server does not get the fragment, so it renders without it. */
export function useFragmentToken(): string | undefined {
  const { hash } = useLocation()
  const token = useHydrated() ? new URLSearchParams(hash.slice(1)).get('t') : null
  return token ?? undefined
}

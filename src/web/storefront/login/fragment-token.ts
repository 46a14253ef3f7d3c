import { useLocation } from 'react-router'
import { useHydrated } from '../../browser/hydrated.ts'

/** The token of a mailed link, `#t=…` or under another name. The server does not get the fragment, so it renders without it. */
export function useFragmentToken(name = 't'): string | undefined {
  const { hash } = useLocation()
  const token = useHydrated() ? new URLSearchParams(hash.slice(1)).get(name) : null
  return token ?? undefined
}

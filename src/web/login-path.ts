import { useLocation } from 'react-router'
import { meantSearch, withoutEndSlashes } from '../contract/page-address.ts'
import { paths } from './paths.ts'

/** The login that leads back here. Of the address only what the server has drawn too: both sides write the same link. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation()
  return paths.login(withoutEndSlashes(pathname) + meantSearch(search))
}

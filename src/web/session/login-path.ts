import { useLocation } from 'react-router'
import { meantSearch, withoutEndSlashes } from '../../contract/page-address.ts'
import { paths } from '../app/paths.ts'

/** The login that leads back here, with only what the server knows of the address too: both must render the same link. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation()
  return paths.login(withoutEndSlashes(pathname) + meantSearch(search))
}

import { useLocation } from 'react-router'
import { meantSearch, withoutEndSlashes } from '../../contract/page-address.ts'
import { paths } from '../app/paths.ts'

/** The login address that returns here. Contains only what the server knows, so that both render the same link. */
export function useLoginPath(): string {
  const { pathname, search } = useLocation()
  return paths.login(withoutEndSlashes(pathname) + meantSearch(search))
}

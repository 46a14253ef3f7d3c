import { matchPath, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { SCREENS as JOURNEYS } from '../../../test/journeys/screens.ts'
import { hostileAddresses } from '../../../test/support/hostile-inputs/hostile-addresses.ts'
import { NOT_FOR_SEARCH, SCREENS } from '../../server/pages/sitemap.ts'
import { panelScreens } from './panel-routes.tsx'
import { paths, safeRedirect } from './paths.ts'
import { routes } from './routes.tsx'

const SITE_ORIGIN = 'https://tienda.example'
const ALL = [...routes, ...panelScreens]

describe('the sitemap', () => {
  const redirected = ['/account']
  /** Listed once they are published. */
  const texts = ['/legales/12']

  it('has every page that search engines may list', () => {
    const isKnown = (address: string) =>
      SCREENS.includes(address) ||
      address === paths.product(12) ||
      texts.includes(address) ||
      NOT_FOR_SEARCH.some((start) => address.startsWith(start))
    const forgotten = addressesOf(ALL).filter((address) => !isKnown(address))
    expect(forgotten).toEqual(redirected)
  })
})

describe('the screens of the journeys', () => {
  const redirected = ['/account', '/admin']
  /** Development server only. */
  const kit = '/admin/kit'
  /** Both prefixes have the same screens. */
  const underPanel = (path: string) => path.replace(/^\/admin\//, '/panel/')

  it('are of every route', () => {
    const visited = JOURNEYS.map(({ address }) => address.split(/[?#]/)[0] ?? '')
    const forgotten = pathsOf(ALL)
      .filter((path) => path !== kit)
      .filter((path) => !visited.some((address) => matchPath(underPanel(path), address)))
    expect(forgotten).toEqual(redirected)
  })
})

describe('safeRedirect', () => {
  // The login would redirect to itself.
  it.each(addressesOf(ALL).filter((address) => address !== '/login'))('follows the route %s', (address) => {
    expect(safeRedirect(address)).toBe(address)
    expect(safeRedirect(`${address}?section=orders&page=2#pedidos`)).toBe(
      `${address}?section=orders&page=2#pedidos`,
    )
  })

  it('knows every route there is', () => {
    expect(addressesOf(ALL).length).toBeGreaterThan(40)
  })

  it('refuses unknown routes', () => {
    for (const address of [
      '/login',
      '/api/orders/',
      '/edad',
      '/productosx',
      '/.well-known/x',
      'productos',
      '',
      ' /',
    ])
      expect(safeRedirect(address), address).toBeUndefined()
    expect(safeRedirect(null)).toBeUndefined()
    expect(safeRedirect(undefined)).toBeUndefined()
  })

  it.each(hostileAddresses())('never leaves the site: %j', (address) => {
    const followed = safeRedirect(address)
    if (followed === undefined) return
    const target = new URL(followed, `${SITE_ORIGIN}/login`)
    expect(target.origin).toBe(SITE_ORIGIN)
    // Also safe after a second decoding by a proxy.
    expect(new URL(decodeURIComponent(followed), `${SITE_ORIGIN}/login`).origin).toBe(SITE_ORIGIN)
  })
})

/** One address of each route but those that catch what is left. */
function addressesOf(tree: RouteObject[]): string[] {
  return pathsOf(tree).map((path) => path.replace(/:\w+/g, '12'))
}

function pathsOf(tree: RouteObject[], parent = ''): string[] {
  return tree.flatMap(({ path, children }) => {
    if (path?.endsWith('*')) return []
    const own = [parent, path].filter(Boolean).join('/').replace(/^\/*/, '/')
    const below = pathsOf(children ?? [], own === '/' ? '' : own)
    return path === undefined ? below : [own, ...below]
  })
}

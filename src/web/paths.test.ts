import type { RouteObject } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { hostileAddresses } from '../../test/support/hostile-addresses.ts'
import { safeRedirect } from './paths.ts'
import { routes } from './routes.tsx'

// What the bundler makes of the contract; no page is asked for anything here.
vi.mock('virtual:endpoints', () => ({ default: {} }))

const SITE_ORIGIN = 'https://tienda.example'

describe('safeRedirect', () => {
  // Back to the login would be a walk in a circle.
  it.each(addressesOf(routes).filter((address) => address !== '/login'))(
    'follows the route %s',
    (address) => {
      expect(safeRedirect(address)).toBe(address)
      expect(safeRedirect(`${address}?section=orders&page=2#pedidos`)).toBe(
        `${address}?section=orders&page=2#pedidos`,
      )
    },
  )

  it('knows every route there is', () => {
    expect(addressesOf(routes).length).toBeGreaterThan(40)
  })

  it('refuses what is no route', () => {
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
    // Nor once more decoded, as a careless proxy would.
    expect(new URL(decodeURIComponent(followed), `${SITE_ORIGIN}/login`).origin).toBe(SITE_ORIGIN)
  })
})

/** One address of each route; what leads elsewhere whatever it is has none. */
function addressesOf(tree: RouteObject[], parent = ''): string[] {
  return tree.flatMap(({ path, children }) => {
    if (path === '*') return []
    const own = [parent, path].filter(Boolean).join('/').replace(/^\/*/, '/').replace(/:\w+/g, '12')
    const below = addressesOf(children ?? [], own === '/' ? '' : own)
    return path === undefined ? below : [own, ...below]
  })
}

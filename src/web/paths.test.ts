import type { RouteObject } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
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

  it.each(hostile())('never leaves the site: %j', (address) => {
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

/** Spellings that some browser or server has once taken for another site. */
function hostile(): string[] {
  const to = 'evil.example'
  return [
    `//${to}`,
    `///${to}`,
    `////${to}`,
    `/\\${to}`,
    `\\/${to}`,
    `\\\\${to}`,
    `/\\/${to}`,
    `//\\${to}`,
    `\\${to}`,
    `/\t/${to}`,
    `\t//${to}`,
    `%09//${to}`,
    `/%09/${to}`,
    `/\n/${to}`,
    `/\r\n/${to}`,
    `/%0a/${to}`,
    `/%0d%0a/${to}`,
    ` //${to}`,
    `%20//${to}`,
    `\u00a0//${to}`,
    `\u2028//${to}`,
    `\u0000//${to}`,
    `/%2f${to}`,
    `/%2f%2f${to}`,
    `%2f%2f${to}`,
    `/%252f%252f${to}`,
    `/%5c${to}`,
    `/%5c%5c${to}`,
    `%5c%5c${to}`,
    `/.//${to}`,
    `/..//${to}`,
    `/./${to}`,
    `/../${to}`,
    `/%2e%2e//${to}`,
    `/productos/..//${to}`,
    `/productos/../../${to}`,
    `/productos//${to}`,
    `/productos/\\${to}`,
    `/productos@${to}`,
    `/productos:80@${to}`,
    `/panel//${to}`,
    `/admin/%2f%2f${to}`,
    `http://${to}`,
    `https://${to}`,
    `HTTPS://${to}`,
    `https:${to}`,
    `https:/${to}`,
    `https:\\\\${to}`,
    `http:${to}/productos`,
    `ftp://${to}`,
    `javascript:alert(1)`,
    `JavaScript:alert(1)`,
    `java\nscript:alert(1)`,
    `/javascript:alert(1)`,
    `javascript://%0aalert(1)`,
    `data:text/html,<script>alert(1)</script>`,
    `vbscript:msgbox(1)`,
    `blob:https://${to}/1`,
    `//${to}/productos`,
    `//user@${to}/`,
    `//tienda.example@${to}/productos`,
    `//${to}%2fproductos`,
    `/?\\${to}`,
    `/?next=//${to}`,
    `/#//${to}`,
    `/productos?x=//${to}`,
    `/productos#\\${to}`,
    `/@${to}`,
    `@${to}`,
    `.${to}`,
    `?redirect=//${to}`,
    `#//${to}`,
    `／／${to}`,
    `/／${to}`,
    `。//${to}`,
    `/\u202e//${to}`,
  ]
}

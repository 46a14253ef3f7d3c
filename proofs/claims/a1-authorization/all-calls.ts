import { MATRIX } from '../../../test/support/calls/access-matrix.ts'
import type { Described, RightCalls } from '../../../test/support/calls/every-call.ts'
import type { TestShop } from '../../../test/support/open-shop.ts'
import type { Failures } from '../../support/proof.ts'

interface Calls {
  shop: TestShop
  /** By method and path, from the documentation. */
  calls: Map<string, Described>
  make: RightCalls
}

const names = (calls: Iterable<string>) => [...calls].toSorted((a, b) => a.localeCompare(b))

/** The matrix has every call: the documentation is made from what `on` registers, so the routes are compared too. */
export function expectComplete({ shop, calls, make }: Calls, failures: Failures): void {
  failures.expect(
    'the matrix is another list than the documentation',
    names(Object.keys(MATRIX)),
    names(calls.keys()),
  )
  failures.expect('not every call can be made', names(Object.keys(make)), names(calls.keys()))
  const registered = routesOf(shop).filter((call) => !/ \/api\/(?:openapi\.json|docs)\/$/.test(call))
  const documented = [...calls.keys()].map((call) => call.replace(/\{\w+\}/g, '{}'))
  failures.expect('registered past the documentation', names(new Set(registered)), names(documented))
  for (const [call, about] of calls) {
    const [anonymous, owner] = MATRIX[call] ?? []
    const isRight =
      about['x-access'] === 'admin'
        ? anonymous === 401 && owner === 403
        : about['x-access'] === 'anyone' || anonymous === 401
    if (!isRight) failures.add('the documentation says otherwise', call)
  }
}

/**
 * All calls below /api that the server handles, read from its route tree: `GET /api/orders/{}/`. Parameters have no names,
 * because the tree joins those at one place: `:id|:code`.
 */
function routesOf({ app }: TestShop): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      const depth = indent.length / 4
      const path = `${depth > 0 ? (above[depth - 1] ?? '') : ''}${piece}`
      above[depth] = path
      if (!path.startsWith('/api/') || path.endsWith('*')) return []
      const named = path.replace(/:[\w|:]+/g, '{}').replace(/\/?$/, '/')
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${named}`)
    })
}

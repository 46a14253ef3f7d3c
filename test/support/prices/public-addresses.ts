import type { FastifyInstance } from 'fastify'
import type { RouteObject } from 'react-router'

/** The patterns of every page outside the panel (`/producto/:id`), without routes that only lead elsewhere. */
export function publicPages(routes: readonly RouteObject[]): string[] {
  const pages = (among: readonly RouteObject[]): string[] =>
    among.flatMap(({ path, children, lazy }) => {
      if (children) return pages(children)
      return path !== undefined && lazy ? [path.replace(/^\/?/, '/')] : []
    })
  return pages(routes.filter(({ id }) => id === 'site'))
}

/** The patterns of everything that the server answers to GET outside the API, without that of the pages. */
export function publicFiles(app: FastifyInstance): string[] {
  const parents: string[] = []
  const all = app
    .printRoutes({ commonPrefix: false, method: 'GET' })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? []
      if (part === '') return []
      parents.length = indent.length / 4
      parents.push(part)
      return [parents.join('')]
    })
  return all.filter((path) => path !== '*' && path !== '/*' && !path.startsWith('/api'))
}

/** Whether an address fits a pattern. */
export function fits(pattern: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
}

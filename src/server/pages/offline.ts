import { createHash } from 'node:crypto'
import { OFFLINE_PAGE, OFFLINE_WORKER } from '../../contract/offline.ts'
import type { Api } from '../http/api.ts'
import { hashSource } from '../http/headers.ts'

/** The offline page (decision 0028), from `src/web/app/entry-server.tsx`. */
export interface OfflineParts {
  worker: string
  /** The only script of its page. */
  script: string
  /** The self-contained page, and its style, which has the shop's colours. */
  render: () => Promise<{ text: string; style: string }>
}

/** The worker may only fetch its page from this shop. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** The service worker and the page that it caches. Browsers revalidate both each time. */
export function offlineRoutes({ app, publicCache }: Api, { worker, script, render }: OfflineParts): void {
  const policyOf = (style: string) =>
    `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`
  app.get(OFFLINE_PAGE, (request, reply) =>
    publicCache.send(request, reply, {
      key: () => OFFLINE_PAGE,
      type: 'text/html; charset=utf-8',
      make: async () => {
        const { text, style } = await render()
        return { text, policy: policyOf(style) }
      },
    }),
  )
  app.get(OFFLINE_WORKER, (request, reply) =>
    publicCache.send(request, reply.headers({ 'content-security-policy': WORKER_POLICY }), {
      key: () => OFFLINE_WORKER,
      type: 'text/javascript; charset=utf-8',
      // The worker contains a hash of the page, so that a change of name, colours or version makes browsers fetch
      // both again.
      make: async () => `${worker}\n//${hashOf((await render()).text)}\n`,
    }),
  )
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

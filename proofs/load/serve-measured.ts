import path from 'node:path'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { PUBLIC_CHANGE } from '../../src/server/cache/public-change.ts'
import { openShop } from '../../src/server/start/open-shop.ts'
import { openBuiltRenderer } from '../../src/server/pages/built-renderer.ts'
import { ROOT } from '../../test/support/test-environment.ts'

/**
 * The shop as `main.ts` serves it, without the mail sender and other jobs; `--pages` with its built pages. After the
 * message `fresh` it empties its public cache before each request, as if the catalogue had changed at that moment.
 */
const shop = await openShop(readConfig(process.env), ROOT)
const listen = shop.database.listen
const forget: (() => void)[] = []
shop.database.listen = (channel, listener) => {
  if (channel === PUBLIC_CHANGE) forget.push(() => listener(''))
  return listen(channel, listener)
}
const hasPages = process.argv.includes('--pages')
const app = await createApp(shop, hasPages ? await openBuiltRenderer(path.join(ROOT, 'dist')) : undefined)

let isFresh = false
app.server.prependListener('request', () => {
  if (isFresh) for (const each of forget) each()
})
process.on('message', (word) => {
  if (word === 'fresh' || word === 'kept') isFresh = word === 'fresh'
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system })
})
await app.listen({ port: shop.config.port, host: '127.0.0.1' })

import path from 'node:path'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { PUBLIC_CHANGE } from '../../src/server/db/public-change.ts'
import { openShop } from '../../src/server/open-shop.ts'
import { openBuiltRenderer } from '../../src/server/pages/built-renderer.ts'

/**
 * The shop as `main.ts` starts it, without sending mail: its settings come by environment, its port goes to the
 * parent. Told `fresh` by the parent, it forgets before each request all that is kept for visitors, as if the
 * catalogue had changed at that moment; there is no such way in from outside.
 */
const root = path.resolve(import.meta.dirname, '../..')
const shop = await openShop(readConfig(process.env), root)
const listen = shop.database.listen
const forget: (() => void)[] = []
shop.database.listen = (channel, listener) => {
  if (channel === PUBLIC_CHANGE) forget.push(() => listener(''))
  return listen(channel, listener)
}
const renderer = process.argv.includes('--pages')
  ? await openBuiltRenderer(path.join(root, 'dist'))
  : undefined
const app = await createApp(shop, renderer)

let isFresh = false
app.server.prependListener('request', () => {
  if (isFresh) for (const each of forget) each()
})
process.on('message', (told) => {
  if (told === 'fresh' || told === 'kept') isFresh = told === 'fresh'
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system })
})
process.on('disconnect', () => process.exit(0))

await app.listen({ port: shop.config.port, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

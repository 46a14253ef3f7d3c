import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { doubtfulSettings } from './config.ts'
import { passwordTurns } from './auth/auth.ts'
import { pictureTurns } from './files/pictures.ts'
import { answerOperator } from './commands/operator-socket.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startSender } from './mail/sender.ts'
import type { Renderer } from './pages/pages.ts'
import { wrongAddress } from './set-up.ts'
import { watchForOtherSecrets } from './same-secret.ts'
import type { Shop } from './shop.ts'
import { serveMetrics } from './watch/listener.ts'
import { openWatch } from './watch/watch.ts'

/** Longer than this after the drain and what is still running is cut. */
const STOP_WITHIN_MS = 10_000

/**
 * Serves the shop until SIGTERM or Ctrl-C: application, mail, housekeeping, figures. Then `/readyz` says no at once,
 * everything else is answered for the drain (SIGTERM only), no connection is taken any more, what was accepted is
 * finished, and the process ends with 0; with 1 when that took longer than ten seconds. Resolves to the port.
 */
export async function serve(shop: Shop, renderer?: Renderer): Promise<number> {
  const { port, host, metrics, drainSeconds } = shop.config
  for (const text of doubtfulSettings(shop.config)) shop.log.warn(text)
  const stopping = new AbortController()
  const watch = metrics && openWatch(shop, { passwords: passwordTurns, pictures: pictureTurns })
  // First: a shop that cannot be watched as it was told has done nothing yet when it says so.
  if (metrics && watch)
    await serveMetrics(watch.registry, metrics).catch((error: unknown) => {
      throw wrongAddress({ port: 'METRICS_PORT', host: 'METRICS_HOST' }, metrics, error) ?? error
    })
  const app = await createApp(shop, renderer, { stopping: stopping.signal, watch })
  const sender = startSender(shop, undefined, watch?.jobRan)
  const housekeeping = startHousekeeping(shop, watch?.jobRan)
  const operator = await answerOperator(shop)
  await watchForOtherSecrets(shop)
  await app.listen({ port, host }).catch((error: unknown) => {
    throw wrongAddress({ port: 'PORT', host: 'HOST' }, { port, host }, error) ?? error
  })

  const endDrain = Promise.withResolvers<void>()
  const stop = async (seconds: number): Promise<void> => {
    // Who asks again is in a hurry: the drain ends, what was accepted is still answered.
    if (stopping.signal.aborted) return endDrain.resolve()
    stopping.abort()
    shop.log.info({ drainSeconds: seconds }, 'stopping')
    await Promise.race([sleep(seconds * 1_000), endDrain.promise])
    setTimeout(() => cut(shop), STOP_WITHIN_MS).unref()
    // What had begun to be sent before the stop leaves an open connection behind, and the server waits for those too.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await app.close()
    if (renderer && 'close' in renderer && typeof renderer.close === 'function') await renderer.close()
    housekeeping.stop()
    await operator.close()
    await sender.stop()
    await shop.database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(drainSeconds))
  process.on('SIGINT', () => void stop(0))
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

function cut(shop: Shop): never {
  shop.log.error('not everything ended in time: it was cut')
  process.exit(1)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../app.ts'
import { watchClock } from '../clock.ts'
import { isExample, isTriedOut } from '../config.ts'
import { hashingLoad } from '../auth/auth.ts'
import { stopDecoders } from '../files/decoders.ts'
import { decodingLoad } from '../files/pictures.ts'
import { backgroundEnded } from '../limits/same-time.ts'
import { closeUnusedConnections } from '../limits/unused-connections.ts'
import { removeTemporaries } from '../operator/backup/temporary.ts'
import { answerOperator } from '../operator/commands/operator-socket.ts'
import { SearchTerms } from '../catalog/catalog.ts'
import { doubtfulSettings } from './doubtful-settings.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { JobWatcher } from './jobs.ts'
import { minuteJobs, startMinutes } from './minutes.ts'
import { startSender, tryMailServer } from '../mail/sender.ts'
import type { Renderer } from '../pages/pages.ts'
import { wrongAddress } from './startup-errors.ts'
import { watchForFolderMismatch, watchForSecretMismatch } from './secret-mismatch.ts'
import { clockIsAhead, ordersAddress } from '../settings/notices.ts'
import { markDrawer } from '../pages/site-icons.ts'
import { getRememberedSettings, getSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { serveMetrics } from '../metrics/listener.ts'
import { type Metrics, openMetrics } from '../metrics/metrics.ts'

/** Requests and jobs that run longer than this after the drain are cut. */
const STOP_WITHIN_MS = 10_000
/** After the drain, pictures that are still being decoded are refused; a good one takes a second. */
const PICTURES_WITHIN_MS = 2_000

/**
 * Serves the shop until SIGTERM or Ctrl-C: application, mail, housekeeping, metrics. Resolves to the port. To stop,
 * `/readyz` answers 503 at once and everything else still works during the drain (SIGTERM only). Then no connections are
 * accepted, open requests are finished, and the process exits with 0, or with 1 when that takes longer than ten seconds.
 */
export async function serve(shop: Shop, renderer?: Renderer): Promise<number> {
  const { port, host } = shop.config
  for (const text of doubtfulSettings(shop.config)) shop.log.warn(text)
  await warnAtStart(shop)
  const stopping = new AbortController()
  // First, so that a wrong METRICS_PORT ends the start before anything is done.
  const metrics = await startMetrics(shop)
  const searches = new SearchTerms()
  const app = await createApp(shop, renderer, { stopping: stopping.signal, metrics, searches })
  const closeUnused = closeUnusedConnections(app.server)
  watchClock(shop, metrics?.clockJumped)
  const sender = startSender(shop, {
    ownFacts: () => getRememberedSettings(shop),
    drawMark: markDrawer(shop.files),
    ...(metrics && { watcher: metrics.jobRan }),
  })
  void tryMailServer(shop)
  const jobs = startJobs(shop, searches, metrics?.jobRan)
  await removeTemporaries(shop.config.dataDir)
  const operator = await answerOperator(shop)
  await watchForSecretMismatch(shop)
  await watchForFolderMismatch(shop)
  await app.listen({ port, host }).catch((error: unknown) => {
    throw wrongAddress({ port: 'PORT', host: 'HOST' }, { port, host }, error) ?? error
  })

  endOnSignal(shop, stopping, async (wait) => {
    closeUnused()
    setTimeout(stopDecoders, PICTURES_WITHIN_MS).unref()
    // A mail in progress may take nearly all the time of a stop, so it ends beside the rest.
    const mail = wait('mail', sender.stop())
    await wait('requests', app.close())
    await wait('jobs', Promise.all(jobs.map((each) => each.stop())))
    await wait('background', backgroundEnded())
    await wait('operator', operator.close())
    await mail
    await wait('database', shop.database.close())
  })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function startMetrics(shop: Shop): Promise<Metrics | undefined> {
  const { metrics: listen } = shop.config
  if (!listen) return undefined
  const metrics = openMetrics(shop, { passwords: hashingLoad, pictures: decodingLoad })
  await serveMetrics(metrics.registry, listen).catch((error: unknown) => {
    throw wrongAddress({ port: 'METRICS_PORT', host: 'METRICS_HOST' }, listen, error) ?? error
  })
  return metrics
}

function startJobs(shop: Shop, searches: SearchTerms, watcher: JobWatcher | undefined) {
  return [startMinutes(shop, watcher, minuteJobs(searches)), startHousekeeping(shop, watcher)]
}

/** Figures from the database. */
async function warnAtStart(shop: Shop): Promise<void> {
  const newest = await clockIsAhead(shop)
  if (newest)
    shop.log.warn(
      { newest },
      'El reloj va diez meses o más adelante del último registro de actividad: si está mal, ponelo en hora ya («timedatectl»), porque terminan todas las sesiones y los códigos',
    )
  const to = await ordersAddress(shop)
  if (!isTriedOut(shop.config) && isExample(to))
    shop.log.warn(
      `Los avisos de pedidos van a ${to}, una dirección que no existe: poné la tuya en el panel, en Ajustes`,
    )
  if (!isTriedOut(shop.config) && (await getSettings(shop.db)).backup_hours === 0)
    shop.log.info('the settings expect no backup (0 hours): nobody is told when one is missing')
}

/** Names what a stop waits for, for the log. */
type Wait = <Result>(name: string, work: Promise<Result>) => Promise<Result>

/** Closes the shop and ends the process: at SIGTERM after the drain, at SIGINT (Ctrl-C) without one. */
function endOnSignal(shop: Shop, stopping: AbortController, close: (wait: Wait) => Promise<void>): void {
  const endDrain = Promise.withResolvers<void>()
  const open = new Set<string>()
  const wait: Wait = (name, work) => {
    open.add(name)
    return work.finally(() => open.delete(name))
  }
  const end = async (drainSeconds: number): Promise<void> => {
    // A second signal skips the drain.
    if (stopping.signal.aborted) return endDrain.resolve()
    stopping.abort()
    shop.log.info({ drainSeconds }, 'stopping')
    await Promise.race([sleep(drainSeconds * 1_000), endDrain.promise])
    setTimeout(() => cut(shop, [...open]), STOP_WITHIN_MS).unref()
    await close(wait)
    process.exit(0)
  }
  process.on('SIGTERM', () => void end(shop.config.drainSeconds))
  process.on('SIGINT', () => void end(0))
}

function cut(shop: Shop, open: string[]): never {
  shop.log.error({ open }, 'not everything ended in time: it was cut')
  process.exit(1)
}

import { execFile } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Notifies systemd when the shop serves, of watchdog pings while the event loop runs (`WatchdogSec`), and when it
 * stops; does nothing without `Type=notify`. Node has no Unix datagram sockets, so it runs `systemd-notify`
 * (`NotifyAccess=all`). https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
 */
export function tellServiceManager(
  environment: Record<string, string | undefined>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop: () => void } {
  if (environment['NOTIFY_SOCKET'] === undefined) return { stop: () => {} }
  const say = (word: string) => {
    execFile('systemd-notify', [word], { env: environment }, (error) => {
      if (error) log.warn({ err: error }, 'systemd was not told')
    })
  }
  say('READY=1')
  // Two pings within the watchdog timeout.
  const microseconds = Number(environment['WATCHDOG_USEC'] ?? 0)
  const timer = microseconds > 0 ? setInterval(say, microseconds / 2_000, 'WATCHDOG=1') : undefined
  timer?.unref()
  const stopping = () => say('STOPPING=1')
  process.once('SIGTERM', stopping)
  return {
    stop() {
      clearInterval(timer)
      process.off('SIGTERM', stopping)
    },
  }
}

import { OFFLINE_WORKER } from '../../contract/offline.ts'

/** Starts the worker that shows the shop's own page without a connection, when the page has nothing else to do. */
export function keepOfflinePage(): void {
  // Browsers have none on addresses without TLS. It is a help only: what prevents it prevents nothing else.
  const start = () =>
    void navigator.serviceWorker?.register(OFFLINE_WORKER, { updateViaCache: 'none' }).catch(() => undefined)
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000))
  if (document.readyState === 'complete') whenIdle(start)
  else window.addEventListener('load', () => whenIdle(start), { once: true })
}

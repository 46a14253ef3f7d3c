import { OFFLINE_WORKER } from '../../contract/offline.ts'

/** Registers the service worker of the offline page when the page is idle. */
export function keepOfflinePage(): void {
  // Unavailable without TLS. Optional, so failures are ignored.
  const start = () =>
    void navigator.serviceWorker?.register(OFFLINE_WORKER, { updateViaCache: 'none' }).catch(() => undefined)
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000))
  if (document.readyState === 'complete') whenIdle(start)
  else window.addEventListener('load', () => whenIdle(start), { once: true })
}

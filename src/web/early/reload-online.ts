import { OFFLINE_PAGE } from '../../contract/offline.ts'

/** Runs in the offline page: loads the requested page once the shop can be reached. */
const RETRY_MS = 5_000

// Opened by its own address, the page has nothing else to load.
if (location.pathname !== OFFLINE_PAGE) {
  addEventListener('online', reloadIfReachable)
  // The event can come before the connection works, or before this page listens.
  setInterval(reloadIfReachable, RETRY_MS)
}

/** Asks first, so that the page and its focus stay as they are while the shop does not respond. */
function reloadIfReachable(): void {
  if (!navigator.onLine || document.hidden) return
  void fetch(OFFLINE_PAGE, { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  )
}

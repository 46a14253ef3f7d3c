import { OFFLINE_PAGE } from '../../contract/offline.ts'

/** Runs in the offline page: loads the requested page once the shop can be reached. */
const RETRY_MS = 5_000

// The variety that was asked for, of those that are kept.
const asked = document.getElementById(location.pathname.slice(1).replace('/', '-'))
if (asked) {
  asked.setAttribute('open', '')
  asked.scrollIntoView()
}

/** Stays true once the page reloads, as a second reload would cancel a slow first one. */
let isAsking = false

// Opened by its own address, the page has nothing else to load.
if (location.pathname !== OFFLINE_PAGE) {
  addEventListener('online', () => void reloadIfReachable())
  // Back to a screen of the document before, which a reload replaced by this one.
  addEventListener('popstate', () => location.reload())
  // The event can come before the connection works, or before this page listens.
  setInterval(() => void reloadIfReachable(), RETRY_MS)
}

/** Asks first, so that the page and its focus stay as they are while the shop does not respond. */
async function reloadIfReachable(): Promise<void> {
  if (isAsking || !navigator.onLine || document.hidden) return
  isAsking = true
  const isReachable = await fetch(OFFLINE_PAGE, {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'omit',
  }).then(
    ({ ok }) => ok,
    () => false,
  )
  isAsking = isReachable
  if (isReachable) location.reload()
}

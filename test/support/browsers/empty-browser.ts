import { afterEach, beforeEach, vi } from 'vitest'
import { fakeStorage } from '../../../src/web/browser/fake-storage.fixture.ts'
import { signedOut } from '../../../src/web/session/session.ts'

export const ana = { userId: 3, username: 'ana', isAdmin: false }
export const tokens = { access: 'access-1', refresh: 'refresh-1' }
export const PRIVATE = [
  'accessToken',
  'refreshToken',
  'isAdmin',
  'userId',
  'username',
  'renewAccessAt',
  'orders',
]

/** Before each test of a file: an empty browser without a session, whose time stands still. */
export function inBrowser() {
  let events: EventTarget
  beforeEach(() => {
    vi.useFakeTimers()
    events = new EventTarget()
    vi.stubGlobal('window', events)
    vi.stubGlobal('localStorage', fakeStorage())
    vi.stubGlobal('sessionStorage', fakeStorage())
    signedOut()
  })
  afterEach(() => {
    signedOut()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const dispatch = (event: Event) => void events.dispatchEvent(event)
  return {
    dispatch,
    /** Dispatches the event of a storage change in another tab. */
    dispatchStorage: (key: string | null) => dispatch(Object.assign(new Event('storage'), { key })),
  }
}

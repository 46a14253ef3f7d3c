import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { buildEarlyScript } from '../../../scripts/early-scripts.ts'
import { OFFLINE_PAGE } from '../../contract/offline.ts'

const built = await buildEarlyScript('reload-online.ts')

/** A fake browser at an address. `wake` stands for the event of a connection and for the passing of time. */
function openPage(pathname: string) {
  const page = { reloads: 0, asked: 0, isReachable: false, wake: async () => {}, goBack: () => {} }
  const listeners: (() => void)[] = []
  const scope = {
    navigator: { onLine: true },
    document: { hidden: false, getElementById: () => null },
    location: { pathname, reload: () => void page.reloads++ },
    addEventListener: (name: string, listener: () => void) => {
      if (name === 'popstate') page.goBack = listener
      else listeners.push(listener)
    },
    setInterval: (listener: () => void) => listeners.push(listener),
    fetch: async () => {
      page.asked++
      if (!page.isReachable) throw new TypeError('Failed to fetch')
      return { ok: true }
    },
  }
  runInNewContext(built, scope)
  page.wake = async () => {
    for (const listener of listeners) listener()
    await new Promise(setImmediate)
  }
  return Object.assign(page, { scope })
}

describe('the script of the offline page', () => {
  it('reloads when the shop responds, not before and only once', async () => {
    const page = openPage('/productos')
    await page.wake()
    expect(page).toMatchObject({ asked: 1, reloads: 0 })
    page.isReachable = true
    await page.wake()
    // The page is still there while the wanted one loads.
    await page.wake()
    expect(page).toMatchObject({ asked: 2, reloads: 1 })
  })

  it('loads what Back leads to, as the document before is gone', () => {
    const page = openPage('/productos')
    page.goBack()
    expect(page.reloads).toBe(1)
  })

  it('asks nothing without a connection or in a hidden tab', async () => {
    const page = openPage('/productos')
    page.scope.navigator.onLine = false
    await page.wake()
    page.scope.navigator.onLine = true
    page.scope.document.hidden = true
    await page.wake()
    expect(page.asked).toBe(0)
  })

  it('stays when opened by its own address', async () => {
    const page = openPage(OFFLINE_PAGE)
    page.isReachable = true
    await page.wake()
    expect(page).toMatchObject({ asked: 0, reloads: 0 })
  })
})

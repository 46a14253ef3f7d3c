import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import { CACHE_VERSION } from '../../src/contract/limits.ts'
import { axeViolations, sidewaysScroll } from './axe.ts'

export { expect }

export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1280, height: 800 }
const PASSWORD = 'Semilla2026'

/** A list of the panel on a desk: rows or cards that are seen without scrolling, and where the first one begins at most. */
export async function expectRowsInView(page: Page, least: number): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('main [data-row]')].map((row) => row.getBoundingClientRect())
      const whole = rows.filter(({ bottom }) => bottom <= window.innerHeight).length
      return { whole, first: rows[0]?.top ?? Number.POSITIVE_INFINITY }
    })
  await expect.poll(async () => (await seen()).whole).toBeGreaterThanOrEqual(least)
  expect((await seen()).first).toBeLessThanOrEqual(260)
}

/**
 * What every journey needs: a visitor past the age gate, a check of the browser console, and pages that are hydrated when
 * navigation ends. Scripts load after the first frame, and a test is faster than any person.
 */
export const test = base.extend<{
  complaints: string[]
  livePages: undefined
  translated: boolean
  translator: undefined
}>({
  /** The browser translates every page, as one in another language does. */
  translated: [process.env['TRANSLATED'] === '1', { option: true }],
  translator: [
    async ({ page, translated }, use) => {
      if (translated) await page.addInitScript(translateAll)
      await use(undefined)
    },
    { auto: true },
  ],
  livePages: [
    async ({ page }, use) => {
      arriveLive(Object.getPrototypeOf(page) as Page)
      await use(undefined)
    },
    { auto: true },
  ],
  // A page that logs an error, violates its content security policy or hydrates with a warning fails its test.
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** Replaces each text as Chrome's translator does, now and whenever one is added. */
function translateAll(): void {
  const skipped = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'TITLE', 'FONT'])
  const translate = (text: Node) => {
    const parent = text.parentElement
    if (!parent || skipped.has(parent.tagName) || !text.nodeValue?.trim()) return
    const inner = document.createElement('font')
    inner.append(text.nodeValue)
    const outer = document.createElement('font')
    outer.append(inner)
    parent.replaceChild(outer, text)
  }
  const translateBelow = (root: Node) => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    if (root instanceof Text) texts.push(root)
    texts.forEach(translate)
  }
  // Once the page is live: a translator begins when it is loaded.
  window.addEventListener('live', () => {
    translateBelow(document.body)
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target)
        addedNodes.forEach(translateBelow)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

const live = new WeakSet<Page>()

/** Applies to every page of this process, other contexts included. */
function arriveLive(pages: Page): void {
  if (live.has(pages)) return
  live.add(pages)
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const arrive = pages[name] as (this: Page, ...args: unknown[]) => Promise<null>
    Object.assign(pages, {
      async [name](this: Page, ...args: unknown[]) {
        const answer = await arrive.apply(this, args).catch(async (error: Error) => {
          throw new Error(`${error.message}\n${await whatIsMissing(this)}`, { cause: error })
        })
        await this.waitForFunction(isLive, undefined, { timeout: 5_000 }).catch(() => undefined)
        return answer
      },
    })
  }
}

/** Why a page does not finish loading. */
async function whatIsMissing(page: Page): Promise<string> {
  const seen = page.evaluate(() => ({
    address: document.URL,
    state: document.readyState,
    pictures: [...document.images].filter(({ complete }) => !complete).map(({ currentSrc }) => currentSrc),
    loaded: performance.getEntriesByType('resource').map(({ name }) => name),
  }))
  const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'The page does not respond.'))
  return Promise.race([seen.then((found) => JSON.stringify(found)), late]).catch(String)
}

/** The head script marks each of our pages when scripts run. */
function isLive(): boolean {
  return !document.documentElement.classList.contains('js') || performance.getEntriesByName('live').length > 0
}

/** The browser logs each refused request, whose message in the page journeys check, and Playwright the worker that it blocks. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of 4\d\d|Service Worker registration blocked by Playwright/

/** Removes the console messages that the test causes on purpose. */
export function forgive(complaints: string[], expected: RegExp): void {
  for (let i = complaints.length - 1; i >= 0; i--) {
    if (expected.test(complaints[i] ?? '')) complaints.splice(i, 1)
  }
}

/** What the browser logs without a connection: requests, and the offline page's worker that is still being registered. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|when fetching the script/

/** As on every visit after the first. */
export async function confirmedAge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('ageVerified', 'true')
    sessionStorage.setItem('loaderSeen', '1')
  })
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Usuario o email').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** A demo account by its name, or another with its password. */
export type Somebody = string | { username: string; password: string }

/**
 * Opens `path` as somebody who has signed in before, past the age gate. Without the login form: the server is asked for the
 * session, as the browser of this page, and it is put where the shop keeps it. `path` may be an address of another shop.
 */
export async function arriveAs(page: Page, somebody: Somebody, path: string): Promise<void> {
  const { username, password } =
    typeof somebody === 'string' ? { username: somebody, password: PASSWORD } : somebody
  await confirmedAge(page)
  const at = /^https?:\/\/[^/]+/.exec(path)?.[0] ?? ''
  const answer = await page.request.post(`${at}/api/auth/login/`, {
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    data: { username_or_email: username, password },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const kept = await keepSession(page, new URL(answer.url()).origin, await answer.json())
  await page.goto(path)
  await kept.dispose()
}

/** Ends a journey in a shop of its own: an open page would go on asking the stopped one, and complain. */
export async function leaveAndStop(page: Page, shop: { stop(): Promise<unknown> }): Promise<void> {
  await page.close()
  await shop.stop()
}

interface Opened {
  access: string
  refresh: string
  user: { id: number; username: string; permissions: { can_access_admin: boolean } }
}

/**
 * Puts the session where the shop looks for it, before the scripts of the next page run, until the returned script is
 * disposed of. Playwright's own storage state takes two more pages and empties the browser's cache.
 */
function keepSession(page: Page, origin: string, { access, refresh, user }: Opened) {
  const session = {
    cacheVersion: CACHE_VERSION,
    userId: String(user.id),
    username: user.username,
    isAdmin: String(user.permissions.can_access_admin),
    accessToken: access,
    refreshToken: refresh,
    renewAccessAt: String(Date.now() + 10 * 60_000),
  }
  return page.addInitScript(
    ({ origin, session }) => {
      if (location.origin === origin) Object.assign(localStorage, session)
    },
    { origin, session },
  )
}

/**
 * Axe finds no violation in the page or a part of it, best practices included, and nothing is wider than the screen, at its
 * present size. Below an open dialog nothing can be reached, so axe looks at the dialog. Motion is off from here on: a toast
 * may enter at any moment, the colours of a transition mean nothing, and to switch it back lays out the whole page.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const { isCalm, isBelow } = await page.evaluate(() => ({
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isBelow: document.querySelector('dialog:modal') !== null,
  }))
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axeViolations(page, {}, part ?? (isBelow ? 'dialog:modal' : undefined))).toEqual([])
  expect(await sidewaysScroll(page), 'sideways scroll in pixels').toBeLessThanOrEqual(0)
}

/**
 * The newest mail to an address that holds a text, from the shop's mail folder, decoded. Name the text where the person
 * gets other mails too (a new account is welcomed): the expected one may still be on its way.
 */
export async function mailTo(address: string, holds: string | RegExp = ''): Promise<string> {
  const folder = join(process.env['JOURNEY_DATA'] ?? '', 'mail')
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const names: string[] = await readdir(folder).catch(() => [])
        // A name with a dot is of a file that is being written.
        for (const name of names
          .filter((one) => !one.startsWith('.'))
          .toSorted()
          .toReversed()) {
          const mail = (await readFile(join(folder, name), 'utf8'))
            .replaceAll(/=\r?\n/g, '')
            .replaceAll('=3D', '=')
          if (mail.includes(address) && mail.search(holds) >= 0) {
            found = mail
            return true
          }
        }
        return false
      },
      { message: `mail to ${address} with ${holds}`, timeout: 15_000 },
    )
    .toBe(true)
  return found ?? ''
}

/** The link to a page that takes a token, from a text. */
export function linkIn(text: string, page: string): URL {
  return new URL(new RegExp(`https?:\\S+/${page}#t=[\\w-]+`).exec(text)?.[0] ?? '')
}

/** The mailed link to a page that takes a token. */
export async function mailedLink(address: string, page: string): Promise<URL> {
  return linkIn(await mailTo(address, `/${page}#t=`), page)
}

const CODE = /^\d{6}\r?$/m

/** The mailed code of six digits. */
export async function mailedCode(address: string): Promise<string> {
  return CODE.exec(await mailTo(address, CODE))?.[0].trim() ?? ''
}

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { ProofContext } from '../../../proofs/support/proof.ts'

/** The same places as scripts/test-programs.mjs; undefined means Playwright's own. */
export const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

/**
 * One browser, closed with the proof or the scope. `putsPagesAside` enables the back/forward cache, which Playwright disables because
 * a page from there fires no `load` event, for which Playwright waits.
 */
export async function openBrowser(
  context: Pick<ProofContext, 'onEnd'>,
  { putsPagesAside = false }: { putsPagesAside?: boolean } = {},
): Promise<Browser> {
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    ...(putsPagesAside && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  context.onEnd(() => browser.close())
  return browser
}

/** A visitor with storage of their own, past the age gate and the opening animation. */
export async function newVisitor(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ visitor: BrowserContext; page: Page }> {
  const visitor = await browser.newContext({
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  await visitor.addInitScript(() => {
    localStorage.setItem('ageVerified', 'true')
    sessionStorage.setItem('loaderSeen', '1')
  })
  return { visitor, page: await visitor.newPage() }
}

/** Opens an address and waits for hydration, if the page has scripts. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { timeout: 60_000 })
  await page
    .waitForFunction(() => performance.getEntriesByName('live').length > 0, undefined, { timeout: 20_000 })
    .catch(() => undefined)
}

/** Through the form, at an address of the login. */
export async function logIn(page: Page, address: string, name: string, password: string): Promise<void> {
  await visit(page, address)
  await page.getByLabel('Usuario o email').fill(name)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL((url) => url.pathname !== '/login', { timeout: 60_000 })
}

import type { Page } from '@playwright/test'
import { axeViolations, sidewaysScroll } from './axe.ts'
import { unseen } from './forced-colours.ts'
import { COLOURS, cutOff, overlaps, smallTargets, STRICT } from './looks.ts'
import { DESK, expect, PHONE } from './stories.ts'

const NARROWEST = { width: 320, height: 640 }
/** Cards are one in a row below this width. */
const NARROW = { width: 340, height: 640 }
const SMALL_PHONE = { width: 345, height: 740 }
/** A portrait tablet has two columns for normal text and must not for large text. */
const TABLET = { width: 768, height: 1024 }
/** With the spacing of https://www.w3.org/TR/WCAG22/#text-spacing */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`

/**
 * Checks the current screen: axe and contrast in both schemes, touch targets, narrow windows, text spacing, text at
 * 200 % (by browser setting and by style), forced colours. The page is resized, not reloaded, and only the focus
 * changes.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await atNormalText(page, name)
  await withSpacedText(page, name)
  await withLargeText(page, name)
  await withForcedColours(page, name)
  await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: null })
}

async function atNormalText(page: Page, name: string): Promise<void> {
  for (const size of [DESK, PHONE, NARROW, NARROWEST]) {
    await page.setViewportSize(size)
    const where = `${name} at ${size.width}`
    await expectFits(page, where)
    expect.soft(await page.evaluate(smallTargets), `too small to touch, ${where}`).toEqual([])
    if (size === DESK) await expectAccessibleInBothSchemes(page, where)
    if (size === NARROWEST) expect.soft(await axeViolations(page, STRICT), `${where}, light`).toEqual([])
  }
}

async function expectAccessibleInBothSchemes(page: Page, where: string): Promise<void> {
  expect.soft(await axeViolations(page, STRICT), `${where}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await axeViolations(page, { ...STRICT, runOnly: COLOURS }), `${where}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Some texts end with an ellipsis at any spacing: what was cut before, by however much, is no finding. */
async function withSpacedText(page: Page, name: string): Promise<void> {
  const cut = async () => (await page.evaluate(cutOff)).map((found) => found.replace(/^[\d/×\s]+ /, ''))
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    const where = `${name} with spaced text at ${size.width}`
    const before = await cut()
    await wear(page, SPACED)
    await expectFits(page, where)
    const more = (await cut()).filter((found) => !before.includes(found))
    expect.soft(more, `cut off, ${where}`).toEqual([])
    await wear(page, '')
  }
}

/** The browser's own setting changes what the media queries measure; a style on the page does not. */
async function withLargeText(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const size of [DESK, TABLET, PHONE]) {
    await page.setViewportSize(size)
    await expectNothingCut(page, `${name} with large text at ${size.width}`)
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  for (const size of [SMALL_PHONE, DESK]) {
    await page.setViewportSize(size)
    // After the resize: a container query that compares with em may miss the new size.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNothingCut(page, `${name} with text enlarged by a style at ${size.width}`)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
}

async function withForcedColours(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      const where = `${name} in forced colours at ${size.width}, ${colorScheme}`
      expect.soft(await page.evaluate(unseen), where).toEqual([])
    }
  }
}

async function expectNothingCut(page: Page, where: string): Promise<void> {
  await expectFits(page, where)
  expect.soft(await page.evaluate(cutOff), `cut off, ${where}`).toEqual([])
}

async function expectFits(page: Page, where: string): Promise<void> {
  expect.soft(await sidewaysScroll(page), `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
  expect.soft(await page.evaluate(overlaps), `one over the other, ${where}`).toEqual([])
}

/** By script: the content security policy refuses a style element. */
function wear(page: Page, text: string): Promise<void> {
  return page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, text)
}

import type { Page } from '@playwright/test'
import { axeViolations, widerBy } from './axe.ts'
import { unseen } from './forced-colours.ts'
import { cutOff, overlaps, seen, smallTargets, STRICT } from './looks.ts'
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
 * Checks the current screen: axe and contrast on a desk in light and on a phone in dark, and so with forced colours; touch
 * targets, narrow windows, text spacing, text at 200 % (by browser setting and by style). The page is resized, not reloaded,
 * and only the focus changes. All that a size is checked for is checked at once, because a resize lays out the whole page.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(DESK)
  await atNormalText(page, name, DESK)
  expect.soft(await axeViolations(page, STRICT), `${name} at ${DESK.width}, light`).toEqual([])
  await withSpacedText(page, name, DESK)
  await withForcedColours(page, `${name} at ${DESK.width}`, 'light')
  await withTextOfStyle(page, name, DESK)
  await withTextOfBrowser(page, name)
  await atNormalText(page, name, PHONE)
  await withSpacedText(page, name, PHONE)
  await withForcedColours(page, `${name} at ${PHONE.width}`, 'dark')
  await page.setViewportSize(SMALL_PHONE)
  await withTextOfStyle(page, name, SMALL_PHONE)
  for (const size of [NARROW, NARROWEST]) {
    await page.setViewportSize(size)
    await atNormalText(page, name, size)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await axeViolations(page, STRICT), `${name} at ${NARROWEST.width}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

async function atNormalText(page: Page, name: string, { width }: Size): Promise<void> {
  const where = `${name} at ${width}`
  const { small, ...fit } = await seen(page, { ...FITS, small: smallTargets })
  expectFits(fit, where)
  expect.soft(small, `too small to touch, ${where}`).toEqual([])
}

/** Some texts end with an ellipsis at any spacing: what was cut before, by however much, is no finding. */
async function withSpacedText(page: Page, name: string, { width }: Size): Promise<void> {
  const where = `${name} with spaced text at ${width}`
  const called = (found: string[]) => found.map((one) => one.replace(/^[\d/×\s]+ /, ''))
  const { cut: before } = await seen(page, { cut: cutOff })
  await wear(page, SPACED)
  const { cut, ...fit } = await seen(page, { ...FITS, cut: cutOff })
  await wear(page, '')
  expectFits(fit, where)
  const more = called(cut).filter((found) => !called(before).includes(found))
  expect.soft(more, `cut off, ${where}`).toEqual([])
}

/** The browser's own setting changes what the media queries measure; a style on the page does not. Ends at a phone's size. */
async function withTextOfBrowser(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const size of [DESK, TABLET, PHONE]) {
    await page.setViewportSize(size)
    await expectNothingCut(page, `${name} with large text at ${size.width}`)
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
}

/** After a resize: a container query that compares with em may miss the new size. */
async function withTextOfStyle(page: Page, name: string, { width }: Size): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectNothingCut(page, `${name} with text enlarged by a style at ${width}`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

async function withForcedColours(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme })
  expect.soft(await page.evaluate(unseen), `${name} in forced colours, ${colorScheme}`).toEqual([])
  await page.emulateMedia({ forcedColors: null, colorScheme: 'light' })
}

async function expectNothingCut(page: Page, where: string): Promise<void> {
  const { cut, ...fit } = await seen(page, { ...FITS, cut: cutOff })
  expectFits(fit, where)
  expect.soft(cut, `cut off, ${where}`).toEqual([])
}

interface Size {
  width: number
  height: number
}

const FITS = { wider: widerBy, over: overlaps }

function expectFits({ wider, over }: { wider: number; over: string[] }, where: string): void {
  expect.soft(wider, `sideways scroll, ${where}`).toBeLessThanOrEqual(0)
  expect.soft(over, `one over the other, ${where}`).toEqual([])
}

/** By script: the content security policy refuses a style element. */
function wear(page: Page, text: string): Promise<void> {
  return page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, text)
}

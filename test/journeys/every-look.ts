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

/**
 * Checks the current screen: axe and contrast on a desk in light and on a phone in dark, and so with forced colours; touch
 * targets, narrow windows, text spacing, text at 200 % (by browser setting and by style). The page is resized, not reloaded,
 * and only the focus changes. Every change lays out the whole page: what a size is checked for is checked at once, changes
 * made in the page are not drawn, and in the end the screen is hidden, because the next one is loaded.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(DESK)
  expect.soft(await axeViolations(page, STRICT), `${name} at ${DESK.width}, light`).toEqual([])
  await atNormalAndSpacedText(page, name, DESK)
  await withTextOfStyle(page, name, DESK)
  await withForcedColours(page, `${name} at ${DESK.width}`, 'light')
  await withTextOfBrowser(page, name)
  await atNormalAndSpacedText(page, name, PHONE)
  await withForcedColours(page, `${name} at ${PHONE.width}`, 'dark')
  await page.setViewportSize(SMALL_PHONE)
  await withTextOfStyle(page, name, SMALL_PHONE)
  for (const size of [NARROW, NARROWEST]) {
    await page.setViewportSize(size)
    await atNormalText(page, name, size)
  }
  expect.soft(await axeViolations(page, STRICT), `${name} at ${NARROWEST.width}, dark`).toEqual([])
  await page.evaluate(() => document.body.style.setProperty('display', 'none'))
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

async function atNormalText(page: Page, name: string, { width }: Size): Promise<void> {
  const { small, ...fit } = await seen(page, { ...FITS, small: smallTargets })
  expectFits(fit, `${name} at ${width}`)
  expect.soft(small, `too small to touch, ${name} at ${width}`).toEqual([])
}

/** Some texts end with an ellipsis at any spacing: what was cut before, by however much, is no finding. */
async function atNormalAndSpacedText(page: Page, name: string, size: Size): Promise<void> {
  await atNormalText(page, name, size)
  const where = `${name} with spaced text at ${size.width}`
  const { before, cut, ...fit } = await seen(page, {
    before: cutOff,
    spaceText,
    ...FITS,
    cut: cutOff,
    plainText,
  })
  expectFits(fit, where)
  const called = (found: string[]) => found.map((one) => one.replace(/^[\d/×\s]+ /, ''))
  const more = called(cut).filter((found) => !called(before).includes(found))
  expect.soft(more, `cut off, ${where}`).toEqual([])
}

/** The browser's own setting changes what the media queries measure; a style on the page does not. Ends at a phone's size. */
async function withTextOfBrowser(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const size of [DESK, TABLET, PHONE]) {
    await page.setViewportSize(size)
    expectNothingCut(await seen(page, { ...FITS, cut: cutOff }), `${name} with large text at ${size.width}`)
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
}

/** After a resize: a container query that compares with em may miss the new size. */
async function withTextOfStyle(page: Page, name: string, { width }: Size): Promise<void> {
  const found = await seen(page, { enlargeText, ...FITS, cut: cutOff, plainText })
  expectNothingCut(found, `${name} with text enlarged by a style at ${width}`)
}

/** The colour scheme stays. */
async function withForcedColours(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme })
  expect.soft(await page.evaluate(unseen), `${name} in forced colours, ${colorScheme}`).toEqual([])
  await page.emulateMedia({ forcedColors: null })
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

function expectNothingCut(
  { cut, ...fit }: { wider: number; over: string[]; cut: string[] },
  where: string,
): void {
  expectFits(fit, where)
  expect.soft(cut, `cut off, ${where}`).toEqual([])
}

/** As https://www.w3.org/TR/WCAG22/#text-spacing asks; by script, as the policy refuses a style element. Runs in the page. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`)
  document.adoptedStyleSheets = [sheet]
}

/** Runs in the page. */
function enlargeText(): void {
  document.documentElement.style.setProperty('font-size', '200%')
}

/** Runs in the page. */
function plainText(): void {
  document.adoptedStyleSheets = []
  document.documentElement.style.removeProperty('font-size')
}

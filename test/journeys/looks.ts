import axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './stories.ts'

/** Widths that every screen has to look right in. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/**
 * What stands on the screen now is accessible, wide enough and large enough to touch: in light and dark at each width.
 * The page is resized, not loaded again, so the state it is in stays. Motion is off, or colours would be read half-way.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await violations(page), `${size.width} light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, COLOURS), `${size.width} dark`).toEqual([])
    expect(await sidewaysScroll(page), `sideways scroll at ${size.width}`).toBeLessThanOrEqual(0)
    expect(await smallTargets(page), `too small to touch at ${size.width}`).toEqual([])
  }
}

/** What of axe's rules depends on colours; the others see the same in light and dark. */
const COLOURS = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block']

/** Best practices included, and the contrast of 7:1 as well. Without `rules`, all of them. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // As text, because the policy of the page lets nobody but the browser's own tools evaluate anything.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
      // Sizes are measured below, more strictly, and without taking a bar that lies over the page for a fault.
      rules: { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: false } },
    })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
  }, rules)
}

/** By how many pixels the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Controls that are less than 44 by 44 pixels, with their size. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button]'

    /** A label that holds or names a control is pressed like the control itself. */
    const pressed = (element: Element): Element[] => {
      const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
      const row = element.closest('[data-target]')
      return [element, ...labels, ...(row ? [row] : [])]
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert]')
    /** For who listens, and not where a finger could be: the same is reached by something else, or on focus. */
    const isForListeners = (element: Element) => element.closest('.visually-hidden, .skip-links') !== null
    /** A link amid words of a sentence is as high as its line. */
    const isInText = (element: Element) => {
      const isInline = (one: Element) => ['inline', 'inline-block'].includes(getComputedStyle(one).display)
      if (!element.matches('a') || !isInline(element)) return false
      let block = element.parentElement
      while (block?.parentElement && isInline(block)) block = block.parentElement
      return (block?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
    }
    const isLarge = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width >= LEAST - 0.5 && height >= LEAST - 0.5
    }
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => isShown(element) && !isForListeners(element) && !isInText(element))
      .filter((element) => !pressed(element).some(isLarge))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 160)}`
      })
  })
}

/** Texts that do not fit where they are shown. Runs in the page. */
export function cutOff(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('.visually-hidden, .skip-links, [inert], [aria-hidden="true"], svg')) continue
    const isControl = element.matches('a, button, select, .button, .badge')
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!isControl && !own) continue
    const { overflowX, overflowY, display } = getComputedStyle(element)
    // One pixel wide: for who listens.
    if (display === 'inline' || element.clientWidth <= 1) continue
    const isWide = element.scrollWidth > element.clientWidth + 1 && (isControl || overflowX !== 'visible')
    const isHigh = element.scrollHeight > element.clientHeight + 1 && overflowY !== 'visible'
    if (isWide || isHigh) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      found.push(
        `${scrollWidth}/${clientWidth} × ${scrollHeight}/${clientHeight} ${element.className} "${element.textContent?.slice(0, 60)}"`,
      )
    }
  }
  return found
}

/**
 * Pairs of prices, stock and buttons that share some of their place, the words that run out of their box included.
 * Runs in the page.
 */
export function overlaps(): string[] {
  const PARTS =
    '.price-slot-price, .price-slot-none, .product-card-add, .product-card-name, .product-card-badges, .blister-card-name, .blister-card-price, .buy-bar-price, .buy-bar-button, .cart-row-name, .cart-row-price, .cart-row-quantity, .cart-row-total, .cart-row-remove, .cart-removed-name, .cart-summary-total dd, .cart-action-total, main .button'
  const shown = [...document.querySelectorAll<HTMLElement>(PARTS)].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .visually-hidden'),
  )
  const isPinned = (one: HTMLElement) => {
    for (let at: Element | null = one; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
    return false
  }
  /** Its box, and each line of its words: those are wider where they may not wrap. */
  const boxesOf = (one: HTMLElement): DOMRect[] => {
    const boxes = [one.getBoundingClientRect()]
    if (getComputedStyle(one).overflowX !== 'visible') return boxes
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      if (words.currentNode.parentElement?.closest('.visually-hidden, dt')) continue
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      boxes.push(...range.getClientRects())
    }
    return boxes
  }
  const sharePlace = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const places = shown.map((one) => ({ one, boxes: boxesOf(one), isPinned: isPinned(one) }))
  const found: string[] = []
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      // A bar that stays while the page moves beneath it is meant to.
      if (a.isPinned !== b.isPinned || a.one.contains(b.one) || b.one.contains(a.one)) continue
      if (a.boxes.some((one) => b.boxes.some((other) => sharePlace(one, other))))
        found.push(`${a.one.className} "${a.one.textContent}" and ${b.one.className} "${b.one.textContent}"`)
    }
  }
  return found
}

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
export async function expectSound(page: Page): Promise<void> {
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

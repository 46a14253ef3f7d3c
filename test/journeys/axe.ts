import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
// @ts-expect-error -- it has no types of its own: the same as 'axe-core', half as long
import minified from 'axe-core/axe.min.js'

const { source } = minified as typeof axe

/** What axe finds wrong with the page, or a part of it, as it is now: each broken rule with its elements. Best practices included. */
export async function axeViolations(page: Page, options: RunOptions = {}, part = ':root'): Promise<string[]> {
  // As text, because the content security policy refuses to evaluate code in the page.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(contrastOnceForEachInk)
  }
  // The page has no frames, and no rule that is on reads style sheets or media: to fetch and to name them takes a third of the time.
  const lean = { preload: false, iframes: false, selectors: false } as const
  const chosen: RunOptions = { resultTypes: ['violations'], ...lean, ...options }
  return page.evaluate(
    async ({ chosen, part }) => {
      const found = await (window as unknown as { axe: typeof axe }).axe.run(part, chosen)
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
    },
    { chosen, part },
  )
}

interface Rule {
  id: string
  matches: (element: Element, ...more: unknown[]) => boolean
  gather: (...asked: unknown[]) => unknown
}

/**
 * Contrast is half of axe's time, and a list repeats the same pieces: of texts whose own style and whose grounds, down to the
 * page's, are the same, three are looked at, in case something lies over the first. Runs in the page.
 */
function contrastOnceForEachInk(): void {
  const ALIKE = 3
  const { rules } = (window as unknown as { axe: { _audit: { rules: Rule[] } } }).axe._audit
  for (const rule of rules.filter(({ id }) => id.startsWith('color-contrast'))) {
    const { matches, gather } = rule
    let met = new Map<string, number>()
    let grounds = new WeakMap<Element, string>()
    /** What is painted behind and around, of its own and of what it is in. */
    const groundOf = (element: Element | null): string => {
      if (!element) return ''
      const known = grounds.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
      const ground = [
        backgroundColor,
        backgroundImage,
        opacity,
        position,
        groundOf(element.parentElement),
      ].join()
      grounds.set(element, ground)
      return ground
    }
    rule.gather = (...asked) => {
      met = new Map()
      grounds = new WeakMap()
      return gather.apply(rule, asked)
    }
    rule.matches = (element, ...more) => {
      if (!matches.call(rule, element, ...more)) return false
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const ink = [element.nodeName, color, fontSize, fontWeight, textShadow, groundOf(element)].join()
      met.set(ink, (met.get(ink) ?? 0) + 1)
      return (met.get(ink) ?? 0) <= ALIKE
    }
  }
}

/** By how many pixels the page is wider than the window. Runs in the page. */
export function widerBy(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(widerBy)
}

import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
// @ts-expect-error -- it has no types of its own: the same as 'axe-core', half as long
import minified from 'axe-core/axe.min.js'

const { source } = minified as typeof axe

/** What axe finds wrong with the page, or a part of it, as it is now: each broken rule with its elements. Best practices included. */
export async function axeViolations(page: Page, options: RunOptions = {}, part = ':root'): Promise<string[]> {
  // As text, because the content security policy refuses to evaluate code in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
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

/** By how many pixels the page is wider than the window. Runs in the page. */
export function widerBy(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(widerBy)
}

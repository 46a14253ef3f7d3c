import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** What axe finds wrong with the page as it is now: each broken rule with its elements. Best practices included. */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // As text, because the content security policy refuses to evaluate code in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (chosen) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...chosen,
    })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
  }, options)
}

/** By how many pixels the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

import './sheets.ts'
import { matchRoutes } from 'react-router'
import type { QueryClient } from '@tanstack/react-query'
import { fetchSoon, soon } from '../data/prime.ts'
import { startAgeGate } from '../storefront/shell/age-gate-behaviour.ts'
import type { PageHandle } from './page.ts'
import { panelRoutes } from './panel-routes.tsx'
import { start } from './start.tsx'

/** Preloaded, so that it is there before the scripts on any but a very slow network. */
const FONT_WAIT_MS = 1_000

startAgeGate()
const fonts = panelFonts()
start({
  routes: panelRoutes,
  // Of the panel the server renders an empty frame.
  isReplaced: () => true,
  ready: (queryClient) => Promise.all([fonts, takeEarlyAnswer(queryClient)]),
})

/** With fallbacks first, words would wrap differently and move what follows. */
async function panelFonts(): Promise<void> {
  const tokens = getComputedStyle(document.documentElement)
  const families = ['--font-ui', '--font-display'].map((token) => tokens.getPropertyValue(token))
  const fonts = Promise.allSettled(
    families.map(async (family) => await document.fonts.load(`700 1em ${family}`)),
  )
  await soon(fonts, FONT_WAIT_MS)
}

/** What `ask-early.ts` asked for. */
async function takeEarlyAnswer(queryClient: QueryClient): Promise<void> {
  const matched = matchRoutes(panelRoutes, window.location) ?? []
  await Promise.all(
    matched.map(async ({ route: { handle } }) => {
      const first = (handle as PageHandle | undefined)?.first?.(window.location) // safe: `page.ts` gives no other handles
      const early = first && window.asked?.answers[String(first.meta?.['address'])]
      if (early && (await soon(early))) await fetchSoon(queryClient, [first])
    }),
  )
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { BannerDialog } from './banner-dialog.tsx'
import { draftOfBanner } from './banner-rules.ts'

// Needs the router.
vi.mock('../../forms/use-close-guard.tsx', () => ({ useCloseGuard: () => ({}) }))
const typed = vi.hoisted(() => ({ kept: {}, keep: vi.fn() }))
vi.mock('../../forms/kept-edits.ts', () => ({
  keptEdits: () => ({ useKept: () => typed.kept, useKeep: typed.keep }),
}))

it('a banner is kept when the session ends, with the values that it was loaded with', () => {
  typed.kept = { base: undefined, values: { ...draftOfBanner(undefined), title: 'Otoño' } }
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BannerDialog banner={undefined} onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(markup).toContain('value="Otoño"')
  expect(typed.keep).toHaveBeenCalledWith('banner new', typed.kept)
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Settings } from '../../../contract/settings/settings.ts'
import { IDENTITY } from '../activity/field-names.ts'
import { SettingsCards } from './settings-cards.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

// No input, but it reads the fields of others.
vi.mock('./legal-missing.tsx', () => ({ LegalMissing: () => null }))

it('has an input for every setting', () => {
  const bound = new Set<string>()
  const values = new Proxy({} as SettingsFormState['values'], {
    get: (_, name) => bound.add(String(name)) && false,
  })
  const field = (name: string) => ({ id: name, value: bound.add(name) && '', onChange: () => {} })
  const form = { values, field, change: () => {} } as unknown as SettingsFormState // safe: all that cards use
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsCards form={form} />
    </QueryClientProvider>,
  )
  expect([...bound].toSorted()).toEqual(
    Object.keys(Settings.shape)
      .filter((name) => !(name in IDENTITY))
      .toSorted(),
  )
})

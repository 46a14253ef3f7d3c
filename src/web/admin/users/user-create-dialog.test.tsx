import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { EMPTY_USER, UserCreateDialog } from './user-create-dialog.tsx'

const typed = vi.hoisted(() => ({ kept: {}, keep: vi.fn() }))
vi.mock('../../forms/kept-edits.ts', () => ({
  keptEdits: () => ({ useKept: () => typed.kept, useKeep: typed.keep }),
}))

it('a new user is kept when the session ends, without the passwords', () => {
  typed.kept = { ...EMPTY_USER, first_name: 'Ana', password: 'Semilla2026' }
  const markup = renderToStaticMarkup(<UserCreateDialog open onClose={() => {}} onCreated={() => {}} />)
  expect(markup).toContain('value="Ana"')
  expect(typed.keep).toHaveBeenCalledWith('new user', { ...EMPTY_USER, first_name: 'Ana' })
})

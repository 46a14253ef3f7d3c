import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Refusal } from '../../data/api.ts'
import { InvitationCard } from './invitation-card.tsx'

vi.mock('../login/fragment-token.ts', () => ({
  useFragmentToken: (name = 't') => (name === 't' ? 'token' : undefined),
}))

it('an invitation that was used meanwhile says so instead of the form', () => {
  const client = new QueryClient()
  const key = ['invitation', 'token']
  client.setQueryData(key, { email: 'a…@correo.example', username: 'ana', first_name: '', last_name: '' })
  const screen = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <InvitationCard />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  expect(screen()).toContain('a…@correo.example')
  const error = new Refusal(409, { error: 'Se usó', code: 'CONFLICT' })
  client.getQueryCache().find({ queryKey: key })?.setState({ error, status: 'error' })
  expect(screen()).toContain('Invitación vencida')
  expect(screen()).not.toContain('a…@correo.example')
})

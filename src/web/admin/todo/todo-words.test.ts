import { expect, it } from 'vitest'
import { todoSentence, todoTotal } from './todo-words.ts'

it('names the open work', () => {
  expect(
    todoSentence([
      { key: 'refund', count: 0 },
      { key: 'collect', count: 3 },
      { key: 'prepare', count: 2 },
      { key: 'stock_low', count: 9 },
    ]),
  ).toBe('Para hacer: 3 cobrar · 2 preparar')
  expect(
    todoSentence([
      { key: 'claims_late', count: 2 },
      { key: 'access_waiting', count: 1 },
    ]),
  ).toBe('Para hacer: 2 reclamos atrasados · 1 solicitud de acceso')
})

it('reports when nothing is left', () => {
  expect(
    todoSentence([
      { key: 'collect', count: 0 },
      { key: 'stock_low', count: 1 },
    ]),
  ).toBe('Todo al día')
})

it('counts the work in a short form', () => {
  const queues = [
    { key: 'collect', count: 3 },
    { key: 'prepare', count: 2 },
    { key: 'stock_low', count: 9 },
  ] as const
  expect(todoTotal([...queues])).toBe('Para hacer: 5 cosas')
  expect(todoTotal([])).toBe('Todo al día')
})

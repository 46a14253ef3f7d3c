import { describe, expect, it } from 'vitest'
import { todoSentence, todoTotal } from './todo-strip.tsx'

describe('the work left, in a line and in a short form', () => {
  it.each<[Parameters<typeof todoSentence>[0], string, string]>([
    [
      [
        { key: 'refund', count: 0 },
        { key: 'collect', count: 3 },
        { key: 'prepare', count: 2 },
        { key: 'stock_low', count: 9 },
      ],
      'Para hacer: 3 cobrar · 2 preparar',
      'Para hacer: 5 cosas',
    ],
    [
      [
        { key: 'claims_late', count: 2 },
        { key: 'access_waiting', count: 1 },
      ],
      'Para hacer: 2 reclamos atrasados · 1 solicitud de acceso',
      'Para hacer: 3 cosas',
    ],
    [
      [
        { key: 'collect', count: 0 },
        { key: 'stock_low', count: 1 },
      ],
      'Todo al día',
      'Todo al día',
    ],
    [[], 'Todo al día', 'Todo al día'],
  ])('%o: %s', (queues, sentence, total) => {
    expect([todoSentence(queues), todoTotal(queues)]).toEqual([sentence, total])
  })
})

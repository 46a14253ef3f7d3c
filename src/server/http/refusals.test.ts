import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { refuseErrors } from './refusals.ts'

it('a flood is logged once for each address and route, every other refusal each time', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  refuseErrors(app)
  app.get('/flooded', () => {
    throw new DomainError('TOO_MANY_REQUESTS', 'Demasiadas solicitudes')
  })
  app.get('/forbidden', () => {
    throw new DomainError('FORBIDDEN', 'Sin permiso')
  })
  const told = async (url: string, remoteAddress: string) => {
    const before = lines.length
    for (let n = 0; n < 5; n++) await app.inject({ url, remoteAddress })
    return lines.length - before
  }
  expect(await told('/flooded', '203.0.113.7')).toBe(1)
  expect(await told('/flooded', '203.0.113.7')).toBe(0)
  expect(await told('/flooded', '203.0.113.8')).toBe(1)
  expect(await told('/forbidden', '203.0.113.7')).toBe(5)
})

import { z } from 'zod'
import type { Audience, Endpoint } from '../../../src/contract/endpoint.ts'
import { HTTP_STATUS } from '../../../src/server/errors.ts'
import { pageOf } from '../../../src/server/http/serialize.ts'
import type { Answer } from '../../../test/support/calls/client.ts'

/** What is wrong with an answer below 500, or undefined. */
export function shapeProblem(
  endpoint: Endpoint,
  who: Audience,
  { status, body: json, text, headers }: Answer,
): string | undefined {
  // A sheet is text.
  const body = headers.get('content-type')?.startsWith('text/csv') ? text : json
  if (status >= 400) {
    const expected = HTTP_STATUS[body?.code as keyof typeof HTTP_STATUS]
    const isClear = expected === status && typeof body.error === 'string' && body.message === body.error
    return isClear ? undefined : `${status} ${text.slice(0, 300)}`
  }
  if (status === 304) return undefined
  if (status !== endpoint.status) return `${status} instead of ${endpoint.status}`
  if (status === 204) return text === '' ? undefined : text
  const schema = endpoint.reply.schemas[who]
  const whole = !endpoint.reply.list ? schema : Array.isArray(body) ? z.array(schema) : pageOf(schema)
  const parsed = whole.safeParse(body)
  if (!parsed.success) return JSON.stringify(parsed.error.issues).slice(0, 300)
  const more = unnamed(body, parsed.data)
  return more && `${more} is not in the contract`
}

/** A key of `body` that the parsed value lacks. */
function unnamed(body: unknown, parsed: unknown, at = ''): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [key, value] of Object.entries(body)) {
    const known = Object(parsed) as Record<string, unknown>
    if (!(key in known)) return `${at}${key}`
    const deeper = unnamed(value, known[key], `${at}${key}.`)
    if (deeper) return deeper
  }
  return undefined
}

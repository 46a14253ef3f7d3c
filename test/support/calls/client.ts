import { type Calls, callsBy, readJson } from './calls.ts'

/** A response of the shop. `body` is its JSON, undefined when it is not JSON. */
export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- proofs read answers of every shape
  body: any
  text: string
  headers: Headers
}

export type Client = Calls<Answer>

/** Calls the API of a running server (`url` without `/api`). Throws when the connection fails or after 30 s. */
export function clientAt(url: string, access?: string): Client {
  async function send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    return { status: response.status, body: readJson(text), text, headers: response.headers }
  }
  return callsBy(send)
}

/** Counts by key, `{ "201": 3 }`, with sorted keys. */
export function countBy<Item>(items: Item[], keyOf: (item: Item) => string | number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of items.map((item) => String(keyOf(item))).toSorted((a, b) => a.localeCompare(b)))
    counts[key] = (counts[key] ?? 0) + 1
  return counts
}

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../test/support/servers/start-server.ts'

/** The costliest searches, as often as an address may send them, and requests from any address of 127.0.0.0/8. */

/** 600 a minute, as many as an address may send: many at once, or evenly. */
export const AT_ONCE = { atOnce: 50, everyMs: 5_000 }
export const EVENLY = { atOnce: 1, everyMs: 100 }
const WORDS = 8
const LETTERS = 12
/** The connection failed. */
export const CUT: Answered = { status: 0, ms: 0, retryAfter: undefined, text: '' }

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  from: string
  access?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Answered {
  status: number
  ms: number
  retryAfter: string | undefined
  /** Empty for `search`, whose responses are too many to keep. */
  text: string
}

/** Searches until it is over: pages and API, unknown words and misspelt ones. */
export async function search(
  server: Pick<Server, 'port'>,
  from: string,
  isOver: () => boolean,
  { atOnce, everyMs }: { atOnce: number; everyMs: number },
  known: string[],
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const asked: Promise<Answered>[] = []
  while (!isOver()) {
    for (let n = 0; n < atOnce; n++) {
      const word = asked.length % 4 < 2 ? randomWord : () => misspelt(known)
      const words = encodeURIComponent(Array.from({ length: WORDS }, word).join(' '))
      const path =
        asked.length % 2 === 0 ? `/api/products/?page=1&search=${words}` : `/productos?search=${words}`
      // A kept connection may be closed just as it is used again.
      asked.push(
        ask(server, { path, from }, agent).then(
          (answer) => ({ ...answer, text: '' }),
          () => CUT,
        ),
      )
    }
    await sleep(everyMs)
  }
  const answers = await Promise.all(asked)
  agent.destroy()
  return answers
}

function randomWord(): string {
  return Array.from({ length: LETTERS }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(
    '',
  )
}

/** A known word with another letter: it is corrected, and searched for once more. */
function misspelt(known: string[]): string {
  const word = known[Math.floor(Math.random() * known.length)] ?? ''
  const at = Math.floor(Math.random() * word.length)
  return `${word.slice(0, at)}${randomWord().slice(0, 1)}${word.slice(at + 1)}`
}

export function ask(
  server: Pick<Server, 'port'>,
  { method = 'GET', path, from, access, body, headers: more }: Asked,
  agent?: Agent,
): Promise<Answered> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      cookie: 'ageVerified=true',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
      ...more,
    }
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        localAddress: from,
        method,
        path,
        headers,
        ...(agent && { agent }),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => (text += piece))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            ms: Math.round(performance.now() - began),
            retryAfter: answer.headers['retry-after'],
            text,
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(payload)
  })
}

import { Agent, request } from 'node:http'

export interface RawAnswer {
  status: number
  /** As received, names and values in turn. */
  headers: string[]
  bytes: Buffer
}

export interface RawRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: unknown
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends exactly these headers, `host` too; follows no redirect and unpacks nothing. */
export function askRaw(port: number, { method, url, headers, body }: RawRequest): Promise<RawAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: {
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
          ...headers,
        },
        timeout: 60_000,
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.rawHeaders,
            bytes: Buffer.concat(pieces),
          }),
        )
      },
    )
    sent.once('timeout', () => sent.destroy(new Error(`No answer to ${method} ${url}`)))
    sent.once('error', reject)
    sent.end(payload)
  })
}

/** A header of a response, whatever its case; the first when there are several. */
export function rawHeader({ headers }: RawAnswer, name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

/** Runs `work` for each item, `count` at a time, in order. */
export async function inParallel<Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const item = items[next++] as Item // safe: below the length
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

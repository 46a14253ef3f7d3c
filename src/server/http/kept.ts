import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PublicMemory } from '../public-memory.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** An answer for anonymous visitors, ready to be sent again. */
interface Kept {
  status: number
  type: string
  location: string | undefined
  /** Without `W/`, which it is sent with: the same words in three encodings. */
  etag: string
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
}

interface Made {
  status?: number
  text: string
  /** Instead of a text: the address leads elsewhere. */
  location?: string
}

/** How often something was there, and how often it had to be made. */
export interface KeptCounts {
  page: { hits: number; misses: number }
  answer: { hits: number; misses: number }
  customer: { hits: number; misses: number }
  drops: number
}

interface Ask {
  /** What it is counted as; `answer` unless it says so. */
  kind?: 'page' | 'answer'
  /** A request header, besides the usual ones, on which the answer depends. */
  vary?: string
  /** Tells apart answers to the same address. */
  variant?: string
  /** Two requests with the same key get the same answer. Asked for only when the address itself is not known yet. */
  key: () => string
  type: string
  make: () => Promise<string | Made>
}

/** Anybody may store it, and asks each time whether it is still so: changes show at once. */
const PUBLIC_CACHING = 'public, max-age=0, must-revalidate'
const RETRY_SECONDS = 2
const MAX_BYTES = 64 * 1024 * 1024

/** Keeps what anonymous visitors get, compressed, and what customers get, until something public changes. */
export class KeptAnswers {
  readonly #answers = new PublicMemory<Kept>({
    maxSize: MAX_BYTES,
    // A key is part of an address that a stranger chose: its length counts too.
    sizeCalculation: ({ plain, gzip, brotli }, key) =>
      plain.length + gzip.length + brotli.length + 2 * key.length + 500,
  })
  /** Customers all see the same. Apart from the others, so that no key can ever lead a visitor to a price. */
  readonly #forCustomers = new PublicMemory<{ text: string }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length) + 200,
  })
  readonly counts: KeptCounts = {
    page: { hits: 0, misses: 0 },
    answer: { hits: 0, misses: 0 },
    customer: { hits: 0, misses: 0 },
    drops: 0,
  }
  /** Addresses seen lately and the keys they mean, so that a known address needs no parsing. */
  readonly #keys = new LRUCache<string, string>({ max: 20_000 })

  /** Call it when something that anonymous visitors can see has changed. */
  drop(): void {
    this.counts.drops += 1
    this.#answers.drop()
    this.#forCustomers.drop()
  }

  /** What it holds. */
  get bytes(): number {
    return this.#answers.size + this.#forCustomers.size
  }

  /** The answer that every customer gets; it is sent to its owner alone, so it carries no tag and is not compressed. */
  async forCustomers(
    request: FastifyRequest,
    ask: Pick<Ask, 'variant' | 'key'> & { make: () => Promise<string> },
  ): Promise<string> {
    const key = this.#keyOf(request, ask)
    const known = this.#forCustomers.peek(key)
    count(this.counts.customer, known)
    if (known) return known.text
    const { text } = await this.#forCustomers.get(key, async () => ({ text: await ask.make() }))
    return text
  }

  async send(request: FastifyRequest, reply: FastifyReply, ask: Ask): Promise<FastifyReply> {
    const key = this.#keyOf(request, ask)
    // Most are known: no promise is made for them.
    const known = this.#answers.peek(key)
    count(this.counts[ask.kind ?? 'answer'], known)
    const kept = known ?? (await this.#answers.get(key, () => makeKept(ask), isLasting))
    if (!isLasting(kept)) return sendPassing(reply, kept)
    if (kept.location !== undefined) return reply.redirect(kept.location, 302)
    reply
      .header('etag', `W/${kept.etag}`)
      .header('cache-control', PUBLIC_CACHING)
      .header('vary', `authorization, accept-encoding${ask.vary ? `, ${ask.vary}` : ''}`)
    if (names(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
    reply.code(kept.status).type(kept.type)
    const accepted = request.headers['accept-encoding'] ?? ''
    if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(kept.brotli)
    if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(kept.gzip)
    return reply.send(kept.plain)
  }

  #keyOf(request: FastifyRequest, ask: Pick<Ask, 'variant' | 'key'>): string {
    const address = `${ask.variant ?? ''} ${request.raw.url ?? ''}`
    const known = this.#keys.get(address)
    if (known !== undefined) return known
    const key = `${ask.variant ?? ''} ${ask.key()}`
    if (address.length < 500) this.#keys.set(address, key)
    return key
  }
}

function count(counts: { hits: number; misses: number }, known: object | undefined): void {
  if (known) counts.hits += 1
  else counts.misses += 1
}

/** What went wrong may be well a moment later: nobody is to keep it. */
function isLasting({ status }: Kept): boolean {
  return status < 500
}

function sendPassing(reply: FastifyReply, { status, type, plain }: Kept): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('retry-after', String(RETRY_SECONDS))
    .type(type)
    .send(plain)
}

/** `br;q=0` says that it is not accepted: https://www.rfc-editor.org/rfc/rfc9110#field.accept-encoding */
function accepts(header: string | string[], encoding: string): boolean {
  const parts = String(header).split(',')
  return parts.some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** Does the header name this answer? It may list several tags, and caches on the way mark them weak. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

async function makeKept({ type, make }: Ask): Promise<Kept> {
  const made = await make()
  const { status = 200, text, location } = typeof made === 'string' ? { text: made } : made
  const plain = Buffer.from(text)
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  }
  const [zipped, brotli] = await Promise.all([
    compressGzip(plain, { level: 6 }),
    compressBrotli(plain, quality),
  ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { status, type, location, etag, plain, gzip: zipped, brotli }
}

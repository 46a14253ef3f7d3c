import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PublicChange } from './public-change.ts'
import type { PublicLane } from '../limits/public-lane.ts'
import { type Compressible, compressed, type Encoding, encodingOf, sendCompressed } from '../http/compress.ts'
import { hasTag } from '../http/etag.ts'
import { PublicMemory } from './public-memory.ts'

/** A response for anonymous visitors, compressed and ready to send. */
interface Cached extends Compressible {
  status: number
  type: string
  location: string | undefined
  policy: string | undefined
  /** Stored without `W/`; sent as a weak tag, as three encodings share it. */
  etag: string
}

interface Made {
  status?: number
  text: string
  /** Redirects to this address instead. */
  location?: string
  /** Content security policy of this response, if it has its own. */
  policy?: string
}

/** How often a response was cached, and how often it had to be made. */
export interface PublicCacheCounts {
  page: { hits: number; misses: number }
  answer: { hits: number; misses: number }
  customer: { hits: number; misses: number }
  drops: number
}

interface Ask {
  /** How it is counted; `answer` by default. */
  kind?: 'page' | 'answer'
  /** A further request header on which the response depends. */
  vary?: string
  /** Distinguishes responses to the same address. */
  variant?: string
  /** Requests with the same key share the response. Called only for addresses not in the key cache. */
  key: () => string
  type: string
  make: () => Promise<string | Made>
}

/** Any cache may store it and must revalidate it each time, so that changes show at once. */
const PUBLIC_CACHING = 'public, max-age=0, must-revalidate'
const RETRY_SECONDS = 2
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Caches responses for anonymous visitors, compressed, and for customers, until something public changes. Misses are
 * computed in the public lane.
 */
export class PublicCache {
  readonly #lane: Pick<PublicLane, 'run'>
  readonly #answers = new PublicMemory<Cached>({
    maxSize: MAX_BYTES,
    // Bytes: plain text, two compressed forms that are no longer, and the key, whose length visitors choose.
    sizeCalculation: ({ plain }, key) => 3 * plain.length + 2 * key.length + 500,
  })
  /** Shared by all customers. Separate from visitors' responses, so that no key can give a visitor a price. */
  readonly #forCustomers = new PublicMemory<{ text: string }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length) + 200,
  })
  readonly counts: PublicCacheCounts = {
    page: { hits: 0, misses: 0 },
    answer: { hits: 0, misses: 0 },
    customer: { hits: 0, misses: 0 },
    drops: 0,
  }
  /** Keys of recent addresses, which saves parsing them. */
  readonly #keys = new LRUCache<string, string>({ max: 20_000 })

  constructor(lane: Pick<PublicLane, 'run'>) {
    this.#lane = lane
  }

  /** A private change keeps visitors' responses, as a slower response would reveal it. */
  drop(change: PublicChange = 'any'): void {
    this.#forCustomers.drop()
    if (change === 'private') return
    this.counts.drops += 1
    this.#answers.drop()
  }

  get bytes(): number {
    return this.#answers.size + this.#forCustomers.size
  }

  /** The text of a response that all customers share. The caller sends it as private, without tag or compression. */
  async forCustomers(
    request: FastifyRequest,
    ask: Pick<Ask, 'variant' | 'key'> & { make: () => Promise<string> },
  ): Promise<string> {
    const key = this.#keyOf(request, ask)
    const known = this.#forCustomers.peek(key)
    count(this.counts.customer, known)
    if (known) return known.text
    const make = async () => ({ text: await ask.make() })
    const { text } = await this.#forCustomers.get(key, () => this.#lane.run(request, make))
    return text
  }

  async send(request: FastifyRequest, reply: FastifyReply, ask: Ask): Promise<FastifyReply> {
    const key = this.#keyOf(request, ask)
    // Checks the cache first, without a promise, as most responses are cached.
    const known = this.#answers.peek(key)
    count(this.counts[ask.kind ?? 'answer'], known)
    const make = () => this.#lane.run(request, () => makeFor(ask, encodingOf(request)))
    const cached = known ?? (await this.#answers.get(key, make, isLasting))
    if (cached.policy !== undefined) reply.header('content-security-policy', cached.policy)
    if (!isLasting(cached)) return sendUncached(reply, cached)
    if (cached.location !== undefined) return reply.redirect(cached.location, 302)
    reply
      .header('etag', `W/${cached.etag}`)
      .header('cache-control', PUBLIC_CACHING)
      .header('vary', `authorization, accept-encoding${ask.vary ? `, ${ask.vary}` : ''}`)
    if (hasTag(request, cached.etag)) return reply.code(304).send()
    reply.code(cached.status).type(cached.type)
    return sendCompressed(request, reply, cached)
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

/** Errors may be temporary and are not cached. */
function isLasting({ status }: Cached): boolean {
  return status < 500
}

function sendUncached(reply: FastifyReply, { status, type, plain }: Cached): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('retry-after', String(RETRY_SECONDS))
    .type(type)
    .send(plain)
}

/** Compresses right away for the first client. */
async function makeFor({ type, make }: Ask, encoding: Encoding | undefined): Promise<Cached> {
  const made = await make()
  const { status = 200, text, location, policy } = typeof made === 'string' ? { text: made } : made
  const plain = Buffer.from(text)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const cached: Cached = { status, type, location, policy, etag, plain, compressed: {} }
  if (encoding) await compressed(cached, encoding)
  return cached
}

/**
 * What must outlive a reload and a login while a claim is being written, kept in this tab for one person: what was
 * typed, the addresses of the photos that are already with the shop, and the key under which the claim was sent. What
 * an anonymous visitor wrote belongs to whoever signs in in this tab.
 */
export interface ClaimDraft {
  type?: 'with-order' | 'without-order'
  orderId?: number
  productId?: number
  name?: string
  email?: string
  purchaseDate?: string
  productName?: string
  germinationDate?: string
  description?: string
}

interface Attempt {
  key: string
  fingerprint: string
}

/** Null is an anonymous visitor. */
export type Owner = number | null

const DRAFT = 'claimDraft'
const PHOTOS = 'claimPhotos'
const ATTEMPT = 'claimAttempt'

export function readClaimDraft(owner: Owner): ClaimDraft {
  return (read(DRAFT, owner) as ClaimDraft | undefined) ?? {} // safe: `keepClaimDraft` wrote it
}

export function keepClaimDraft(owner: Owner, draft: ClaimDraft): void {
  keep(DRAFT, owner, draft)
}

/** Slot by slot; null where there is none. */
export function readClaimPhotos(owner: Owner): (string | null)[] {
  const stored = read(PHOTOS, owner)
  return Array.isArray(stored) ? stored.map((address) => (typeof address === 'string' ? address : null)) : []
}

export function keepClaimPhotos(owner: Owner, addresses: (string | null)[]): void {
  keep(PHOTOS, owner, addresses)
}

/** The key to send this claim under: the one it was sent under before, or a new one. */
export function claimKey(owner: Owner, claim: object): string {
  const fingerprint = JSON.stringify(claim)
  const before = read(ATTEMPT, owner) as Attempt | undefined // safe: written below
  if (before?.fingerprint === fingerprint) return before.key
  const key = randomKey()
  keep(ATTEMPT, owner, { key, fingerprint } satisfies Attempt)
  return key
}

/** The shop has said no: the next try is another one. */
export function forgetClaimKey(): void {
  remove(ATTEMPT)
}

/** The claim is filed, or the person has left: nothing of it stays in this tab. */
export function forgetClaimDraft(): void {
  for (const name of [DRAFT, PHOTOS, ATTEMPT]) remove(name)
}

/** `randomUUID` exists only where the connection is secure. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

interface Stored {
  owner: Owner
  value: unknown
}

/** Where storage is blocked, the page keeps it as long as it lives. */
const memory = new Map<string, Stored>()

function read(name: string, owner: Owner): unknown {
  const stored = readStored(name)
  return stored && (stored.owner === owner || stored.owner === null) ? stored.value : undefined
}

function readStored(name: string): Stored | undefined {
  try {
    const text = sessionStorage.getItem(name)
    if (text !== null) return JSON.parse(text) as Stored
  } catch {
    // Blocked, or not written by us.
  }
  return memory.get(name)
}

function keep(name: string, owner: Owner, value: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ owner, value }))
  } catch {
    memory.set(name, { owner, value })
  }
}

function remove(name: string): void {
  memory.delete(name)
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

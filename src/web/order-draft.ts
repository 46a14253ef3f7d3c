/**
 * What must outlive a reload while an order is being placed, kept in this tab for one person: what was typed, and the
 * key under which the order was sent. A key belongs to exactly one order, so that asking again after a lost answer, a
 * double click or a reload never makes two.
 */
export interface RecipientDraft {
  name?: string
  phone?: string
  delivery?: 'coordinate' | 'address'
  street?: string
  number?: string
  zip?: string
  city?: string
  details?: string
}

interface Attempt {
  key: string
  fingerprint: string
}

const DRAFT = 'recipientDraft'
const ATTEMPT = 'orderAttempt'

export function readDraft(userId: number): RecipientDraft | undefined {
  return read(DRAFT, userId) as RecipientDraft | undefined // safe: `keepDraft` wrote it
}

export function keepDraft(userId: number, draft: RecipientDraft): void {
  keep(DRAFT, userId, draft)
}

/** True when exactly this order has been sent and its outcome is not known. */
export function wasSent(userId: number, order: object): boolean {
  return readAttempt(userId)?.fingerprint === JSON.stringify(order)
}

/** The key to send this order under: the one it was sent under before, or a new one. */
export function orderKey(userId: number, order: object): string {
  const fingerprint = JSON.stringify(order)
  const before = readAttempt(userId)
  if (before?.fingerprint === fingerprint) return before.key
  const key = randomKey()
  keep(ATTEMPT, userId, { key, fingerprint } satisfies Attempt)
  return key
}

/** The shop has said no: the next try is another one. */
export function forgetOrderKey(): void {
  remove(ATTEMPT)
}

/** The order is placed, or the person has left: nothing of it stays in this tab. */
export function forgetOrderDraft(): void {
  remove(DRAFT)
  remove(ATTEMPT)
}

/** `randomUUID` exists only where the connection is secure. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function readAttempt(userId: number): Attempt | undefined {
  return read(ATTEMPT, userId) as Attempt | undefined // safe: `orderKey` wrote it
}

function read(name: string, userId: number): unknown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as {
      userId: number
      value: unknown
    } | null
    return stored?.userId === userId ? stored.value : undefined
  } catch {
    return undefined
  }
}

/** Where storage is blocked, the page keeps it as long as it lives. */
function keep(name: string, userId: number, value: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ userId, value }))
  } catch {
    // The form itself still holds what was typed.
  }
}

function remove(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

import { tabStorage } from './storage.ts'

/** The id of the user; null for an anonymous visitor. */
export type Owner = number | null

/** Unsaved input of one user in this tab, kept over reloads. */
export interface Draft<Value> {
  /** The input of this owner, or of the visitor before signing in. */
  readonly read: (owner: Owner) => Value | undefined
  readonly keep: (owner: Owner, value: Value) => void
  readonly forget: () => void
}

/** `name` in the tab's storage; `ownerField`: the field that holds the owner there. */
export function tabDraft<Value>(name: string, ownerField: 'owner' | 'userId'): Draft<Value> {
  return {
    read: (owner) => {
      const stored = tabStorage.readJson(name) as Record<string, unknown> | null | undefined // safe: checked below
      const isOwn = stored?.[ownerField] === owner || stored?.[ownerField] === null
      return isOwn ? (stored?.['value'] as Value) : undefined // safe: `keep` wrote it
    },
    keep: (owner, value) => tabStorage.writeJson(name, { [ownerField]: owner, value }),
    forget: () => tabStorage.remove(name),
  }
}

/**
 * The idempotency key of a request whose outcome may be unknown: a lost response, a double click or a reload never
 * sends it twice.
 */
export interface Attempt {
  /** Whether something was sent with unknown outcome. */
  readonly isOpen: (owner: Owner) => boolean
  /** The key to send it under, and what was sent under that key with unknown outcome. */
  readonly start: (owner: Owner, request: object) => Started
  /** The outcome is known: the next try gets another key. */
  readonly forget: () => void
}

interface Started {
  key: string
  earlier: object[]
}

/**
 * `holds`: a key belongs to exactly one request of one user, or also to a changed one until the outcome is known; then
 * the server does at most one of them.
 */
export function tabAttempt(
  name: string,
  ownerField: 'owner' | 'userId',
  holds: 'this request' | 'any request' = 'this request',
): Attempt {
  const sent = tabDraft<{ key: string; requests: object[] }>(name, ownerField)
  return {
    isOpen: (owner) => sent.read(owner) !== undefined,
    start: (owner, request) => {
      const { key, requests = [] } = sent.read(owner) ?? {}
      const text = JSON.stringify(request)
      const isKnown = requests.some((other) => JSON.stringify(other) === text)
      const isHeld = key !== undefined && (isKnown || holds === 'any request')
      const started = isHeld ? { key, earlier: requests } : { key: randomKey(), earlier: [] }
      sent.keep(owner, {
        key: started.key,
        requests: isHeld && isKnown ? requests : [...started.earlier, request],
      })
      return started
    },
    forget: sent.forget,
  }
}

/** `randomUUID` exists only where the connection is secure. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

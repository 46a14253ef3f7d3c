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
 * sends it twice. A key belongs to exactly one request of one user.
 */
export interface Attempt {
  /** Whether this exact request was sent with unknown outcome. */
  readonly wasSent: (owner: Owner, request: object) => boolean
  /** The key it was sent with before, or a new one. */
  readonly keyFor: (owner: Owner, request: object) => string
  /** The outcome is known: the next try gets another key. */
  readonly forget: () => void
}

export function tabAttempt(name: string, ownerField: 'owner' | 'userId'): Attempt {
  const sent = tabDraft<{ key: string; fingerprint: string }>(name, ownerField)
  const keyOf = (owner: Owner, fingerprint: string) => {
    const before = sent.read(owner)
    return before?.fingerprint === fingerprint ? before.key : undefined
  }
  return {
    wasSent: (owner, request) => keyOf(owner, JSON.stringify(request)) !== undefined,
    keyFor: (owner, request) => {
      const fingerprint = JSON.stringify(request)
      const key = keyOf(owner, fingerprint) ?? randomKey()
      sent.keep(owner, { key, fingerprint })
      return key
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

/** Named texts. Where storage is blocked or full they last as long as the page. */
export interface Storage {
  readonly read: (name: string) => string | undefined
  /** Undefined for missing or invalid JSON. Check the shape: another version or a person may have written it. */
  readonly readJson: (name: string) => unknown
  readonly write: (name: string, text: string) => void
  readonly writeJson: (name: string, value: unknown) => void
  readonly remove: (name: string) => void
  readonly names: () => string[]
}

/** Kept for all tabs and later visits. */
export const browserStorage = openStorage(() => localStorage)
/** Kept for this tab, over reloads. */
export const tabStorage = openStorage(() => sessionStorage)

/** Accessed at each use, as blocked storage throws on access. */
function openStorage(native: () => globalThis.Storage): Storage {
  /** Values that could not be stored; they take precedence. */
  const memory = new Map<string, string>()
  const read = (name: string) => memory.get(name) ?? attempt(() => native().getItem(name)) ?? undefined
  const write = (name: string, text: string) => {
    memory.set(name, text)
    attempt(() => {
      native().setItem(name, text)
      memory.delete(name)
    })
  }
  return {
    read,
    readJson: (name) => attempt(() => JSON.parse(read(name) ?? '') as unknown),
    write,
    writeJson: (name, value) => write(name, JSON.stringify(value)),
    remove: (name) => {
      memory.delete(name)
      attempt(() => native().removeItem(name))
    },
    names: () => [...memory.keys(), ...(attempt(() => Object.keys(native())) ?? [])],
  }
}

/** Undefined when it is missing or cookies are blocked. */
export function readCookie(name: string): string | undefined {
  const pairs = attempt(() => document.cookie.split('; ')) ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** For the whole site, SameSite. A lifetime of 0 removes it. */
export function writeCookie(name: string, value: string, lifetimeSeconds: number, secure: boolean): void {
  attempt(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser
    document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`
  })
}

/** Browsers throw where storage is blocked, servers where it does not exist. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

import { useSyncExternalStore } from 'react'

/** A value that lives outside React, for as long as the page. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** Calls the listener after each `set`, in the order of subscription. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `read` gives the initial value, at the first access. */
export function createStore<Value>(read: () => Value): Store<Value> {
  let held: { value: Value } | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => (held ??= { value: read() }).value,
    set: (value) => {
      held = { value }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store; `hydrating` on the server and while a page hydrates, where both must render the same. */
export function useStore<Value>({ get, subscribe }: Store<Value>, hydrating: Value): Value {
  return useSyncExternalStore(subscribe, get, () => hydrating)
}

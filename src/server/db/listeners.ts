/** Called with a payload, or with undefined after a lost connection: notifications may have been missed. */
export type Listener = (payload: string | undefined) => void

/** The listeners of this process, by channel. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>()

  /** Returns a function that removes the listener. */
  add(channel: string, listener: Listener): () => void {
    const listeners = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  notify(channel: string, payload: string | undefined): void {
    for (const listener of this.#byChannel.get(channel) ?? []) listener(payload)
  }

  notifyMissed(): void {
    for (const channel of this.channels()) this.notify(channel, undefined)
  }
}

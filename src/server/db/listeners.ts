import type { Listener } from './connect.ts'

/** Who listens to which channel. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>()

  add(channel: string, listener: Listener): () => void {
    const listeners = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  tell(channel: string, payload: string | undefined): void {
    for (const listener of this.#byChannel.get(channel) ?? []) listener(payload)
  }

  tellMissed(): void {
    for (const channel of this.channels()) this.tell(channel, undefined)
  }
}

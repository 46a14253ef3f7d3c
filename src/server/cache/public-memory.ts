import { LRUCache } from 'lru-cache'

type Limits<Value extends object> =
  | { max: number }
  | { maxSize: number; sizeCalculation: (value: Value, key: string) => number }

/**
 * Caches values computed from public data until that changes. One `make` at a time for each key; a value whose
 * computation began before a change is returned but not cached.
 */
export class PublicMemory<Value extends object> {
  readonly #cached: LRUCache<string, Value>
  readonly #making = new Map<string, Promise<Value>>()
  #generation = 0

  constructor(limits: Limits<Value>) {
    this.#cached = new LRUCache<string, Value>(limits)
  }

  /** Call it when something that anonymous visitors can see has changed. */
  drop(): void {
    this.#generation += 1
    // Clearing even an empty LRU is expensive, and orders are frequent.
    if (this.#cached.size > 0) this.#cached.clear()
    this.#making.clear()
  }

  /** Total of all values, if sizes are counted. */
  get size(): number {
    return this.#cached.calculatedSize
  }

  peek(key: string): Value | undefined {
    return this.#cached.get(key)
  }

  /** A temporary value is returned but not cached. */
  async get(
    key: string,
    make: () => Promise<Value>,
    isLasting: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const known = this.#cached.get(key) ?? this.#making.get(key)
    if (known) return known
    const generation = this.#generation
    const making = make()
    this.#making.set(key, making)
    try {
      const value = await making
      if (generation === this.#generation && isLasting(value)) this.#cached.set(key, value)
      return value
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }
}

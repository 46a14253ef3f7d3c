import { LRUCache } from 'lru-cache'

type Limits<Value extends object> =
  | { max: number }
  | { maxSize: number; sizeCalculation: (value: Value, key: string) => number }

/**
 * Remembers what was worked out from public facts until one of them changes. One maker at a time for each key; what
 * was begun before a change is given to those who waited for it, and not remembered.
 */
export class PublicMemory<Value extends object> {
  readonly #known: LRUCache<string, Value>
  readonly #making = new Map<string, Promise<Value>>()
  #generation = 0

  constructor(limits: Limits<Value>) {
    this.#known = new LRUCache<string, Value>(limits)
  }

  /** Call it when something that anonymous visitors can see has changed. */
  drop(): void {
    this.#generation += 1
    // Orders come often, and clearing an empty one costs as much as a full one.
    if (this.#known.size > 0) this.#known.clear()
    this.#making.clear()
  }

  /** Of all that is remembered, where sizes are counted. */
  get size(): number {
    return this.#known.calculatedSize
  }

  peek(key: string): Value | undefined {
    return this.#known.get(key)
  }

  /** What `isLasting` denies is given to those who waited for it as well, and made anew for the next one. */
  async get(
    key: string,
    make: () => Promise<Value>,
    isLasting: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const known = this.#known.get(key) ?? this.#making.get(key)
    if (known) return known
    const generation = this.#generation
    const making = make()
    this.#making.set(key, making)
    try {
      const value = await making
      if (generation === this.#generation && isLasting(value)) this.#known.set(key, value)
      return value
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }
}

/** Rules about the presentations (blisters) of a product. Pure, so that page, cart and server ask the same. */
interface Presentation {
  id: number
  seed_count: number
  stock: number
}

/** The smallest presentation with stock; when none has stock, the smallest. */
export function defaultPresentation<P extends Presentation>(blisters: readonly P[]): P | undefined {
  const smallestFirst = blisters.toSorted((a, b) => a.seed_count - b.seed_count || a.id - b.id)
  return smallestFirst.find((blister) => blister.stock > 0) ?? smallestFirst[0]
}

/** 'X5 SEMILLAS'. Merchandise has no seeds and shows its size instead. */
export function presentationName(seedCount: number): string {
  return `X${seedCount} SEMILLAS`
}

/** The largest discount a customer could use now: sold-out presentations do not count. 0 when there is none. */
export function bestDiscount(blisters: readonly { stock: number; discount?: number | undefined }[]): number {
  return Math.max(
    0,
    ...blisters.filter((blister) => blister.stock > 0).map((blister) => blister.discount ?? 0),
  )
}

/** What a customer can set as quantity: never more than the stock, never more than 99. */
export function clampQuantity(quantity: number, stock: number): number {
  const most = Math.min(99, stock)
  return Math.max(1, Math.min(Math.trunc(quantity) || 1, most))
}

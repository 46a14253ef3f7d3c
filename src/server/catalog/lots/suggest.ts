interface Offer {
  lot_id: number
  code: string
  is_offered: boolean
  left: number
}

/** Takes units from open lots, in the given order, until none is missing. */
export function suggestUnits(
  missing: number,
  offers: Offer[],
): { lot_id: number; code: string; quantity: number }[] {
  let left = missing
  return offers.flatMap(({ lot_id, code, is_offered, left: units }) => {
    const quantity = is_offered ? Math.min(units, left) : 0
    left -= quantity
    return quantity > 0 ? [{ lot_id, code, quantity }] : []
  })
}

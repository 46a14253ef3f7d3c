import type { ClaimRequest } from '../../contract/warranty.ts'
import { invalid } from '../errors.ts'

/** A calendar day of Buenos Aires, `2026-11-20`; such days compare as text. */
type Day = string

const DAY_MS = 24 * 60 * 60_000

const FILL_ALL = 'Por favor completa todos los campos requeridos'

/** Throws 400 unless purchase <= germination <= today. */
export function checkDays({
  purchase,
  germination,
  today,
}: {
  purchase: Day
  germination: Day
  today: Day
}): void {
  if (purchase > today) throw invalid({ purchase_date: ['La fecha de compra no puede ser futura'] })
  if (germination > today)
    throw invalid({ germination_date: ['La fecha de germinación no puede ser futura'] })
  if (germination < purchase) {
    throw invalid({ germination_date: ['La fecha de germinación no puede ser anterior a la compra'] })
  }
}

/** Filed later than the shop's setting allows: kept all the same, and marked for the admin. */
export function isOutOfWindow({
  purchase,
  today,
  days,
}: {
  purchase: Day
  today: Day
  days: number
}): boolean {
  return (Date.parse(today) - Date.parse(purchase)) / DAY_MS > days
}

/**
 * Slot by slot, null where there is none; `uploaded` are addresses of files that came with the form, by the name they
 * had there: `photo2` says where, `photos` takes the next free one. Throws 400 without any, and for a place taken.
 */
export function photosOf(
  request: Pick<ClaimRequest, 'photo1' | 'photo2' | 'photo3'>,
  publicUrl: string,
  uploaded: { field: string; address: string }[] = [],
): (string | null)[] {
  const photos = [request.photo1, request.photo2, request.photo3].map((address) =>
    ownPath(address.trim(), publicUrl),
  )
  // Those with a place of their own come first.
  for (const { field, address } of uploaded.toSorted(
    (a, b) => Number(a.field === 'photos') - Number(b.field === 'photos'),
  )) {
    const slot = field === 'photos' ? photos.indexOf(null) : Number(field.slice(-1)) - 1
    if (slot < 0 || photos[slot] !== null)
      throw invalid({ [field]: ['Se aceptan hasta 3 fotos, una en cada lugar'] })
    photos[slot] = address
  }
  if (photos.every((address) => address === null))
    throw invalid({ photo1: ['Debes subir al menos una foto'] })
  return photos
}

/** The text an answer may end in signatures, and older clients send whole addresses. */
function ownPath(address: string, publicUrl: string): string | null {
  if (address === '') return null
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return path.split('?', 1)[0] ?? path
}

/** What must be filled when neither an account nor an order tells it. */
export function filled(value: string | null | undefined, field: string): string {
  if (!value) throw invalid({ [field]: [FILL_ALL] })
  return value
}

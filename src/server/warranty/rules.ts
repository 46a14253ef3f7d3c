import {
  FIELDS_REQUIRED,
  PHOTO_REQUIRED,
  purchaseDayError,
  germinationDayError,
  isReplacedBy,
  replacedBy,
} from '../../contract/warranty/claim-rules.ts'
import type { ClaimRequest } from '../../contract/warranty/warranty.ts'
import type { Day } from '../days.ts'
import { invalid } from '../errors.ts'

const DAY_MS = 24 * 60 * 60_000

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
  const ofPurchase = purchaseDayError(purchase, today)
  if (ofPurchase) throw invalid({ purchase_date: [ofPurchase] })
  const ofGermination = germinationDayError(germination, purchase, today)
  if (ofGermination) throw invalid({ germination_date: [ofGermination] })
}

/** Whether the claim was filed later than the setting allows: it is accepted and marked for admins. */
export function isOutOfWindow({
  purchase,
  today,
  days,
}: {
  purchase: Day
  today: Day
  /** Null for no limit. */
  days: number | null
}): boolean {
  return days !== null && (Date.parse(today) - Date.parse(purchase)) / DAY_MS > days
}

/**
 * The addresses of the three slots, null for an empty one. `uploaded`: files of the form by field name; `photo2` names its
 * slot, `photos` takes the next free one. Throws 400 without photos, and for an occupied slot.
 */
export function photosOf(
  request: Pick<ClaimRequest, 'photo1' | 'photo2' | 'photo3'>,
  publicUrl: string,
  uploaded: { field: string; address: string }[] = [],
): (string | null)[] {
  const photos = [request.photo1, request.photo2, request.photo3].map((address) =>
    ownPath(address.trim(), publicUrl),
  )
  // Named slots are filled first.
  for (const { field, address } of uploaded.toSorted(
    (a, b) => Number(a.field === 'photos') - Number(b.field === 'photos'),
  )) {
    const slot = field === 'photos' ? photos.indexOf(null) : Number(field.slice(-1)) - 1
    if (slot < 0 || photos[slot] !== null)
      throw invalid({ [field]: ['Se aceptan hasta 3 fotos, una en cada lugar'] })
    photos[slot] = address
  }
  if (photos.every((address) => address === null)) throw invalid({ photo1: [PHOTO_REQUIRED] })
  return photos
}

/** Addresses of responses end in a signature, and older clients send absolute ones. */
function ownPath(address: string, publicUrl: string): string | null {
  if (address === '') return null
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return path.split('?', 1)[0] ?? path
}

interface Replaced {
  replacement_order_id: number | null
  replacements: { id: number; is_cancelled: boolean }[]
  resolution_details: string
}

/**
 * An earlier replacement may have been reopened: the claim, and the shop's own sentence, name the one that is not
 * cancelled.
 */
export function withLiveReplacement<Row extends Replaced>(claim: Row): Row {
  const { replacement_order_id: newest, replacements, resolution_details: told } = claim
  const live = replacements.find(({ is_cancelled }) => !is_cancelled)?.id
  if (live === undefined || live === newest) return claim
  const resolution_details = isReplacedBy(told) ? replacedBy(live) : told
  return { ...claim, replacement_order_id: live, resolution_details }
}

/** A required field that neither account nor order fills. Throws 400 when it is empty. */
export function filled(value: string | null | undefined, field: string): string {
  if (!value) throw invalid({ [field]: [FIELDS_REQUIRED] })
  return value
}

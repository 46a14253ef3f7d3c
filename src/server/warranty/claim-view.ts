import { PICTURE_WIDTHS } from '../../contract/pictures.ts'
import type { Claim } from '../../contract/warranty/warranty.ts'
import { CLAIM_STATUS_LABEL, showsResolution } from '../../contract/warranty/warranty-status.ts'
import { signedAddress } from '../files/signed-address.ts'
import type { Shop } from '../shop.ts'
import type { ClaimWithCustomer } from './queries.ts'
import { withLiveReplacement } from './rules.ts'

const PHOTO_WIDTH = Math.max(...PICTURE_WIDTHS.warranty)

/** Without a resolution that the state hides from customers. */
export function claimFor(shop: Shop, { isAdmin }: { isAdmin: boolean }, row: ClaimWithCustomer): Claim {
  const claim = claimView(shop, row)
  return isAdmin || showsResolution(claim.status) ? claim : { ...claim, resolution_details: '' }
}

/** All fields; the schema for customers drops those for admins. */
export function claimView(shop: Shop, row: ClaimWithCustomer): Claim {
  const claim = withLiveReplacement(row)
  const photo = (id: string | null) =>
    id === null ? '' : signedAddress(shop, `warranty/${id}/${PHOTO_WIDTH}.webp`)
  return {
    id: claim.id,
    status: claim.status,
    status_display: CLAIM_STATUS_LABEL[claim.status],
    name: claim.name,
    email: claim.email,
    order_number: claim.order_number,
    order_id: claim.order_id,
    product_id: claim.product_id,
    product_name: claim.product_name,
    purchase_type: claim.purchase_type,
    purchase_date: claim.purchase_date,
    germination_date: claim.germination_date,
    description: claim.description,
    photo1: photo(claim.photo1),
    photo2: photo(claim.photo2),
    photo3: photo(claim.photo3),
    admin_response: claim.admin_response,
    resolution_details: claim.resolution_details,
    replacement_order_id: claim.replacement_order_id,
    created_at: claim.created_at.toISOString(),
    updated_at: claim.updated_at.toISOString(),
    admin_notes: claim.admin_notes,
    // By account, as anybody can type another's e-mail.
    user_id: claim.user_id,
    user_phone: claim.account_phone ?? claim.phone,
    user_since: claim.account_since?.toISOString() ?? null,
    previous_orders_count: claim.previous_orders,
    order: claim.order_id === null ? null : { id: claim.order_id, customer_id: claim.order_customer_id },
    out_of_window: claim.out_of_window,
    ...lotOf(claim),
    version: claim.version,
    ...replacedOf(claim),
  }
}

/** What was bought and replaced, for this claim and those about the same goods. */
function replacedOf({ replacements, related, bought }: ClaimWithCustomer) {
  const others = related.map(({ status, ...other }) => ({
    ...other,
    status_display: CLAIM_STATUS_LABEL[status],
  }))
  return { replacements, related: others, bought }
}

/** Seed data recorded by the shop. */
function lotOf({ lot_id, lot, seeds_sown, seeds_failed, order_lot }: ClaimWithCustomer) {
  return { lot_id, lot, seeds_sown, seeds_failed, order_lot }
}

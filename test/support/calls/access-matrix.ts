import type { Role } from '../../../src/contract/accounts/roles.ts'
import type { RightCall } from './every-call.ts'
import type { Reply } from '../open-shop.ts'

/** The status of a valid request by each caller. The things it names belong to the owner. */
export type Row = [anonymous: number, owner: number, other: number, admin: number]

const forAdmins = (status: number): Row => [401, 403, 403, status]
const forCustomers = (status: number): Row => [401, status, status, status]
const forAnyone = (status: number): Row => [status, status, status, status]

export const MATRIX: Record<string, Row> = {
  'POST /api/auth/login/': forAnyone(200),
  'POST /api/auth/token/refresh/': forAnyone(200),
  'POST /api/auth/logout/': forAnyone(204),
  'POST /api/auth/verify-email/': forAnyone(200),
  'POST /api/auth/resend-verification/': forAnyone(200),
  'POST /api/auth/recover/': forAnyone(202),
  'POST /api/auth/recover/finish/': forAnyone(200),
  'POST /api/auth/access-requests/': forAnyone(202),
  'POST /api/auth/access-requests/verify/': forAnyone(200),
  'POST /api/auth/access-requests/state/': forAnyone(200),
  'POST /api/auth/access-requests/open/': forAnyone(200),
  'GET /api/auth/access-requests/': forAdmins(200),
  'POST /api/auth/access-requests/{id}/decision/': forAdmins(200),
  'POST /api/auth/invitations/': forAdmins(201),
  'GET /api/auth/invitations/': forAdmins(200),
  'DELETE /api/auth/invitations/{id}/': forAdmins(204),
  'POST /api/auth/invitations/read/': forAnyone(200),
  'POST /api/auth/invitations/accept/': forAnyone(200),
  'GET /api/auth/profile/': forCustomers(200),
  'PUT /api/auth/profile/': forCustomers(200),
  'GET /api/auth/verify-permissions/': forCustomers(200),
  'POST /api/auth/verify-change/': forCustomers(200),
  'POST /api/auth/change-password/': forCustomers(200),
  'POST /api/auth/sign-in-link/': forAnyone(202),
  'POST /api/auth/sign-in-link/read/': forAnyone(200),
  'POST /api/auth/sign-in-link/use/': forAnyone(200),
  'GET /api/auth/passkeys/': forCustomers(200),
  'POST /api/auth/passkeys/options/': forCustomers(200),
  'POST /api/auth/passkeys/': forCustomers(201),
  'DELETE /api/auth/passkeys/{id}/': forCustomers(204),
  'GET /api/auth/users/{id}/passkeys/': forAdmins(200),
  'DELETE /api/auth/users/{id}/passkeys/{key}/': forAdmins(204),
  'POST /api/auth/passkeys/sign-in/options/': forAnyone(200),
  'POST /api/auth/passkeys/sign-in/': forAnyone(200),
  'GET /api/auth/totp/': forCustomers(200),
  // Staff alone.
  'POST /api/auth/totp/': forAdmins(200),
  'POST /api/auth/totp/confirm/': forAdmins(200),
  'POST /api/auth/totp/remove/': forCustomers(204),
  'POST /api/auth/recovery-codes/': forCustomers(200),
  'POST /api/auth/prove/': forCustomers(204),
  'POST /api/auth/second-factor/': forAnyone(200),
  'GET /api/auth/my-data/': forCustomers(200),
  'POST /api/auth/close-account/options/': forCustomers(200),
  'POST /api/auth/close-account/': forCustomers(204),
  'GET /api/auth/sessions/': forCustomers(200),
  'DELETE /api/auth/sessions/{number}/': forCustomers(204),
  'POST /api/auth/sessions/end-others/': forCustomers(200),
  'GET /api/auth/users/{id}/sessions/': forAdmins(200),
  'DELETE /api/auth/users/{id}/sessions/{number}/': forAdmins(204),
  ...Object.fromEntries(
    ['/api/auth/users/', '/api/users/'].flatMap((base) => [
      [`GET ${base}`, forAdmins(200)],
      [`GET ${base}{id}/`, forAdmins(200)],
      [`PATCH ${base}{id}/`, forAdmins(200)],
      [`DELETE ${base}{id}/`, forAdmins(204)],
    ]),
  ),
  'POST /api/auth/users/{id}/recovery-link/': forAdmins(204),
  'DELETE /api/auth/users/{id}/second-factor/': forAdmins(204),
  'POST /api/auth/admin/create-user/': forAdmins(201),

  'GET /api/products/': forAnyone(200),
  'GET /api/products/on-sale/': forAnyone(200),
  'GET /api/products/highlighted/': forAnyone(200),
  'GET /api/products/to-sow/': forAnyone(200),
  'GET /api/products/facets/': forAnyone(200),
  'GET /api/products/finder/': forAnyone(200),
  'GET /api/products/suggest/': forAnyone(200),
  'GET /api/favorites/': forCustomers(200),
  'PUT /api/favorites/{id}/': forCustomers(200),
  'DELETE /api/favorites/{id}/': forCustomers(204),
  'POST /api/favorites/merge/': forCustomers(200),
  'GET /api/products/{id}/': forAnyone(200),
  'GET /api/products/{id}/related/': forAnyone(200),
  'GET /api/products/{id}/lineage/': forAnyone(200),
  'PUT /api/products/{id}/lineage/': forAdmins(200),
  'GET /api/products/blisters/{id}/': forAnyone(200),
  'GET /api/products/counts/': forAdmins(200),
  'GET /api/search-synonyms/': forAdmins(200),
  'PUT /api/search-synonyms/': forAdmins(200),
  'POST /api/products/': forAdmins(201),
  'PUT /api/products/{id}/': forAdmins(200),
  'PATCH /api/products/{id}/': forAdmins(200),
  'DELETE /api/products/{id}/': forAdmins(204),

  'POST /api/products/cells/': forAdmins(201),
  'GET /api/products/export/': forAdmins(200),
  'POST /api/products/import/': forAdmins(200),
  'POST /api/price-runs/preview/': forAdmins(200),
  'POST /api/price-runs/': forAdmins(201),
  'GET /api/price-runs/': forAdmins(200),
  'POST /api/price-runs/scheduled/': forAdmins(201),
  'GET /api/price-runs/scheduled/': forAdmins(200),
  'DELETE /api/price-runs/scheduled/{id}/': forAdmins(200),
  'POST /api/price-runs/{id}/undo/': forAdmins(201),
  'GET /api/reports/{kind}/': forAdmins(200),
  'GET /api/reports/{kind}/csv/': forAdmins(200),
  'GET /api/stock/': forAdmins(200),
  'GET /api/stock/{id}/': forAdmins(200),
  'PUT /api/stock/{id}/low/': forAdmins(200),
  'GET /api/stock/{id}/movements/': forAdmins(200),
  'POST /api/stock/adjustments/': forAdmins(201),
  'GET /api/stock-notices/': forCustomers(200),
  'POST /api/stock-notices/': forCustomers(201),
  'DELETE /api/stock-notices/{id}/': forCustomers(204),
  'GET /api/stock/counts/': forAdmins(200),
  'POST /api/stock/counts/': forAdmins(201),
  'GET /api/stock/counts/{id}/lines/': forAdmins(200),
  'PUT /api/stock/counts/{id}/lines/{blister}/': forAdmins(200),
  'POST /api/stock/counts/{id}/apply/': forAdmins(200),
  'DELETE /api/stock/counts/{id}/': forAdmins(204),
  'GET /api/stock/{id}/prices/': forAdmins(200),

  'GET /api/lots/': forAdmins(200),
  'POST /api/lots/': forAdmins(201),
  'PUT /api/lots/{id}/': forAdmins(200),
  'POST /api/lots/{id}/units/': forAdmins(201),
  'POST /api/lots/{id}/tests/': forAdmins(201),
  'POST /api/lots/{id}/tests/{test}/void/': forAdmins(200),
  'GET /api/lots/{id}/trace/': forAdmins(200),
  'GET /api/lots/{id}/trace/csv/': forAdmins(200),
  'GET /api/lots/{code}/': forAnyone(200),
  'GET /api/tested/': forAnyone(200),
  'GET /api/tested/lots/': forAnyone(200),

  'GET /api/brands/': forAnyone(200),
  'GET /api/brands/{id}/': forAnyone(200),
  'POST /api/brands/': forAdmins(201),
  'PUT /api/brands/{id}/': forAdmins(200),
  'DELETE /api/brands/{id}/': forAdmins(204),

  'POST /api/orders/': forCustomers(201),
  'GET /api/orders/my-orders/': forCustomers(200),
  'GET /api/orders/': forAdmins(200),
  // Another customer's order is answered like an unknown one.
  'GET /api/orders/{id}/': [401, 200, 404, 200],
  'PUT /api/orders/{id}/': [401, 200, 404, 200],
  'PATCH /api/orders/{id}/': [401, 200, 404, 200],
  'DELETE /api/orders/{id}/': forAdmins(204),
  'POST /api/orders/{id}/payments/': forAdmins(201),
  'POST /api/orders/{id}/payments/{payment}/void/': forAdmins(200),
  'PUT /api/orders/{id}/agreement/': forAdmins(200),
  'PUT /api/orders/{id}/expiry/': forAdmins(200),
  'PUT /api/orders/{id}/delivery/': forAdmins(200),
  'PUT /api/orders/{id}/lines/{line}/price/': forAdmins(200),
  'POST /api/orders/{id}/notes/': forAdmins(201),
  'DELETE /api/orders/{id}/notes/{note}/': forAdmins(204),
  'GET /api/orders/{id}/timeline/': forAdmins(200),
  'POST /api/orders/{id}/contacts/': forAdmins(204),
  'GET /api/todo/': forAdmins(200),
  'POST /api/orders/manual/': forAdmins(201),
  'GET /api/orders/print/': forAdmins(200),
  'GET /api/orders/csv/': forAdmins(200),
  'GET /api/auth/users/csv/': forAdmins(200),
  'GET /api/stock/csv/': forAdmins(200),

  'GET /api/orders/{id}/lots/': forAdmins(200),
  'PUT /api/orders/{id}/lots/': forAdmins(200),
  'GET /api/messages/': forAdmins(200),
  'POST /api/messages/{id}/retry/': forAdmins(204),
  'POST /api/messages/{id}/resend/': forAdmins(204),
  'POST /api/messages/{id}/settle/': forAdmins(204),
  'GET /api/message-templates/': forAdmins(200),
  'PUT /api/message-templates/{key}/': forAdmins(200),

  'GET /api/packing/': forAdmins(200),
  'PUT /api/packing/{id}/': forAdmins(200),

  'POST /api/warranty-claims/': forAnyone(201),
  // All claims; `?user=current` lists the caller's own, see below.
  'GET /api/warranty-claims/': forAdmins(200),
  'GET /api/warranty-claims/counts/': forAdmins(200),
  'GET /api/warranty-claims/csv/': forAdmins(200),
  'GET /api/warranty-claims/{id}/': [401, 200, 404, 200],
  'PATCH /api/warranty-claims/{id}/': forAdmins(200),
  'POST /api/warranty-claims/{id}/replacement/': forAdmins(201),

  'POST /api/regret-requests/': forAnyone(201),
  'GET /api/regret-requests/': forAdmins(200),
  'GET /api/regret-requests/{id}/': forAdmins(200),
  'PATCH /api/regret-requests/{id}/': forAdmins(200),

  'GET /api/pages/': forAnyone(200),
  'GET /api/pages/{slug}/': forAnyone(200),
  'GET /api/pages/written/': forAdmins(200),
  'GET /api/pages/{slug}/versions/': forAdmins(200),
  'PUT /api/pages/{slug}/': forAdmins(200),

  'GET /api/banners/': forAnyone(200),
  'POST /api/banners/': forAdmins(201),
  'PUT /api/banners/{id}/': forAdmins(200),
  'PATCH /api/banners/{id}/': forAdmins(200),
  'DELETE /api/banners/{id}/': forAdmins(204),
  'POST /api/banners/swap/': forAdmins(200),
  'POST /api/banners/upload_image/': forAdmins(201),
  // Product pictures; photos of claims can be uploaded by everybody.
  'POST /api/uploads/': forAdmins(201),

  'GET /api/activity-logs/': forAdmins(200),
  'GET /api/activity-logs/stats/': forAdmins(200),
  'GET /api/settings/': forAnyone(200),
  'GET /api/trophies/': forAnyone(200),
  'GET /api/guide/': forAnyone(200),
  'GET /api/settings/all/': forAdmins(200),
  'GET /api/first-hour/': forAdmins(200),
  'GET /api/notices/': forAdmins(200),
  'POST /api/test-mail/': forAdmins(200),
  'PUT /api/settings/': forAdmins(200),
}

/** For the own account of any staff; customers are refused. */
export const OF_STAFF = ['POST /api/auth/totp/', 'POST /api/auth/totp/confirm/']
/** Calls that roles other than owner may make as admins. For all others they are treated as customers. */
const READS = [
  ...OF_STAFF,
  'GET /api/products/counts/',
  'GET /api/stock/',
  'GET /api/stock/csv/',
  'GET /api/stock/{id}/',
  'GET /api/stock/{id}/movements/',
  'GET /api/stock/counts/',
  'GET /api/stock/counts/{id}/lines/',
  'GET /api/lots/',
]
const READS_CUSTOMERS = [
  'GET /api/orders/',
  'GET /api/orders/{id}/',
  'GET /api/orders/{id}/timeline/',
  'GET /api/orders/print/',
  'GET /api/orders/csv/',
  'GET /api/warranty-claims/csv/',
  'GET /api/auth/users/csv/',
  'GET /api/lots/{id}/trace/',
  'GET /api/lots/{id}/trace/csv/',
  'GET /api/messages/',
  'GET /api/message-templates/',
  'GET /api/warranty-claims/',
  'GET /api/warranty-claims/{id}/',
  'GET /api/warranty-claims/counts/',
  'GET /api/regret-requests/',
  'GET /api/regret-requests/{id}/',
  'GET /api/auth/users/',
  'GET /api/auth/users/{id}/',
  'GET /api/users/',
  'GET /api/users/{id}/',
]
const SELLS = [
  'PUT /api/orders/{id}/',
  'PATCH /api/orders/{id}/',
  'GET /api/todo/',
  'POST /api/orders/manual/',
  'PUT /api/orders/{id}/lines/{line}/price/',
  'POST /api/orders/{id}/payments/',
  'POST /api/orders/{id}/payments/{payment}/void/',
  'PUT /api/orders/{id}/agreement/',
  'PUT /api/orders/{id}/expiry/',
  'PUT /api/orders/{id}/delivery/',
  'GET /api/orders/{id}/lots/',
  'PUT /api/orders/{id}/lots/',
  'POST /api/orders/{id}/notes/',
  'DELETE /api/orders/{id}/notes/{note}/',
  'POST /api/orders/{id}/contacts/',
  'POST /api/messages/{id}/retry/',
  'POST /api/messages/{id}/resend/',
  'POST /api/messages/{id}/settle/',
  'PATCH /api/warranty-claims/{id}/',
  'POST /api/warranty-claims/{id}/replacement/',
  'PATCH /api/regret-requests/{id}/',
  'GET /api/auth/access-requests/',
  'POST /api/auth/access-requests/{id}/decision/',
  'POST /api/auth/invitations/',
  'GET /api/auth/invitations/',
  'DELETE /api/auth/invitations/{id}/',
]

export const ROLES_MAY: Record<Exclude<Role, 'owner'>, string[]> = {
  sales: [...READS, ...READS_CUSTOMERS, ...SELLS],
  stock: [
    ...READS,
    'POST /api/stock/adjustments/',
    'PUT /api/stock/{id}/low/',
    'POST /api/lots/',
    'PUT /api/lots/{id}/',
    'POST /api/lots/{id}/units/',
    'POST /api/lots/{id}/tests/',
    'POST /api/lots/{id}/tests/{test}/void/',
    'POST /api/stock/counts/',
    'PUT /api/stock/counts/{id}/lines/{blister}/',
    'POST /api/stock/counts/{id}/apply/',
    'DELETE /api/stock/counts/{id}/',
    'GET /api/packing/',
    'PUT /api/packing/{id}/',
    'GET /api/todo/',
  ],
  read: [
    ...READS,
    ...READS_CUSTOMERS,
    'GET /api/reports/{kind}/',
    'GET /api/reports/{kind}/csv/',
    'GET /api/search-synonyms/',
  ],
}

/** The status of a valid request by each role. */
export function statusesOfRoles(call: string): Record<Role, number> {
  const [, , customer, owner] = MATRIX[call] ?? [0, 0, 0, 0]
  // An order that the role may read is refused as one it may not change.
  const isOrderRead = ['PUT /api/orders/{id}/', 'PATCH /api/orders/{id}/'].includes(call)
  const of = (role: Exclude<Role, 'owner'>) => {
    if (ROLES_MAY[role].includes(call)) return owner
    return isOrderRead && ROLES_MAY[role].includes('GET /api/orders/{id}/') ? 403 : customer
  }
  return { owner, sales: of('sales'), stock: of('stock'), read: of('read') }
}

/** Calls that start or end a session: an invalid token counts as none, and gives nothing. */
export const WITHOUT_TOKEN = [
  'POST /api/auth/login/',
  'POST /api/auth/second-factor/',
  'POST /api/auth/sign-in-link/use/',
  'POST /api/auth/passkeys/sign-in/',
  'POST /api/auth/token/refresh/',
  'POST /api/auth/logout/',
  'POST /api/auth/invitations/accept/',
]

/** Tested with tokens of their own. */
export const ENDS_SESSION = [
  'POST /api/auth/logout/',
  'POST /api/auth/change-password/',
  'POST /api/auth/totp/confirm/',
  'POST /api/auth/close-account/',
]

/** In the owner's name, address and orders: callers without access must never read it. */
export const FOREIGN = /canaria/i

/** The body of a valid claim, for this order. */
export function claimAbout(order: Reply['body'], body: RightCall['body'], day: string) {
  return {
    ...body,
    purchase_type: 'with-order',
    order_id: order.id,
    product_id: order.products[0].product_id,
    germination_date: day,
  }
}

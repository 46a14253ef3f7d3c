import {
  ORDER_REQUIRED,
  PRODUCT_REQUIRED,
  PHOTO_REQUIRED,
  ORDER_CANCELLED,
  purchaseDayError,
  germinationDayError,
} from '../../../contract/warranty/claim-rules.ts'
import { emailError } from '../../../contract/email.ts'
import { requiredError, nameError, DESCRIPTION } from '../../../contract/sentences.ts'
import { MAX_CLAIM_PHOTOS } from '../../../contract/limits.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { fileClaim } from '../../../contract/warranty/warranty.ts'
import { dayOf } from '../../shop/dates.ts'

/** Calendar days of Buenos Aires, `2026-11-20`; they compare as text. */
type Day = string

/**
 * The two forms offer different orders: the wizard completed ones within the days of the shop's setting (null: of any age),
 * the form of the account completed and pending ones of any age.
 */
export type ClaimRule = { kind: 'wizard'; days: number | null; today: Day } | { kind: 'account' }

/** Why this form does not allow a claim for an order; undefined when it does. */
export function orderBlockedBy(order: Order, rule: ClaimRule): string | undefined {
  if (order.status === 'cancelled') return ORDER_CANCELLED
  if (!order.products.some(canBeClaimed)) return 'El pedido no tiene semillas'
  if (rule.kind === 'account') return undefined
  if (order.status !== 'completed') return 'El pedido todavía no está completado'
  const age = (Date.parse(rule.today) - Date.parse(dayOf(order.created_at))) / DAY_MS
  return rule.days !== null && age > rule.days ? `Pasaron más de ${rule.days} días` : undefined
}

const DAY_MS = 24 * 60 * 60_000

/** Only seeds germinate, and the product must be known. */
export function canBeClaimed(line: OrderLine): boolean {
  return line.product_type !== 'merch' && line.product_id !== null
}

/** The claim on the screen: typed values, completed from the account and the order. */
export interface ClaimFields {
  type: 'with-order' | 'without-order'
  order: Order | undefined
  line: OrderLine | undefined
  name: string
  email: string
  purchaseDate: Day
  productName: string
  germinationDate: Day
  description: string
}

export const CLAIM_STEPS = ['Pedido', 'Producto', 'Detalles'] as const
export type ClaimStep = 1 | 2 | 3

export type ClaimField =
  | 'order_id'
  | 'name'
  | 'email'
  | 'purchase_date'
  | 'product_id'
  | 'product_name'
  | 'germination_date'
  | 'description'
  | 'photo1'
  | 'photo2'
  | 'photo3'
/** Texts by field, under the server's names. */
export type ClaimErrors = { readonly [Field in ClaimField]?: string | undefined }

/** Ids of the controls, for links from errors. */
export const CLAIM_IDS: Record<ClaimField, string> = {
  order_id: 'reclamo-pedido',
  name: 'reclamo-nombre',
  email: 'reclamo-email',
  purchase_date: 'reclamo-compra',
  product_id: 'reclamo-producto',
  product_name: 'reclamo-producto',
  germination_date: 'reclamo-germinacion',
  description: 'reclamo-descripcion',
  photo1: 'reclamo-foto-0',
  photo2: 'reclamo-foto-1',
  photo3: 'reclamo-foto-2',
}

/** The missing fields of a step, in words. Empty when it is complete. */
export function missingIn(step: ClaimStep, claim: ClaimFields): { field: ClaimField; word: string }[] {
  const asked: [ClaimField, string, boolean][] =
    step === 1
      ? claim.type === 'with-order'
        ? [['order_id', ORDER_REQUIRED, claim.order === undefined]]
        : [
            ['name', 'nombre', claim.name.trim() === ''],
            ['email', 'email', claim.email.trim() === ''],
            ['purchase_date', 'fecha de compra', claim.purchaseDate === ''],
          ]
      : step === 2
        ? claim.type === 'with-order'
          ? [['product_id', PRODUCT_REQUIRED, claim.line === undefined]]
          : [['product_name', 'nombre del producto', claim.productName.trim() === '']]
        : []
  return asked.flatMap(([field, word, isMissing]) => (isMissing ? [{ field, word }] : []))
}

/** The errors of a step by field, by the server's rules. */
export function errorsIn(step: ClaimStep, claim: ClaimFields, today: Day, photos = 0): ClaimErrors {
  if (step === 1) return errorsOfPurchase(claim, today)
  return step === 2 ? errorsOfProduct(claim) : errorsOfDetails(claim, today, photos)
}

function errorsOfPurchase(claim: ClaimFields, today: Day) {
  if (claim.type === 'with-order') {
    return { order_id: claim.order ? undefined : ORDER_REQUIRED }
  }
  return {
    name: nameError(claim.name),
    email: emailError(claim.email),
    purchase_date: purchaseDayError(claim.purchaseDate, today),
  }
}

function errorsOfProduct(claim: ClaimFields) {
  if (claim.type === 'with-order') {
    return { product_id: claim.line ? undefined : PRODUCT_REQUIRED }
  }
  return { product_name: requiredError(claim.productName, 'El nombre del producto') }
}

function errorsOfDetails(claim: ClaimFields, today: Day, photos: number) {
  return {
    description: requiredError(claim.description, DESCRIPTION),
    germination_date: germinationDayError(claim.germinationDate, claim.purchaseDate, today),
    photo1: photos === 0 ? PHOTO_REQUIRED : undefined,
  }
}

/** The first unfinished step; three when the steps before it are finished. */
export function furthestStep(claim: ClaimFields, today: Day): ClaimStep {
  for (const step of [1, 2] as const)
    if (Object.values(errorsIn(step, claim, today)).some(Boolean)) return step
  return 3
}

/** The request body. With an order, the shop itself knows customer, product and date. */
export function claimRequest(
  claim: ClaimFields,
  photos: (string | null)[],
  signedIn: boolean,
): BodyOf<typeof fileClaim> {
  const [photo1, photo2, photo3] = Array.from({ length: MAX_CLAIM_PHOTOS }, (_, slot) => photos[slot] ?? '')
  const withOrder = claim.type === 'with-order' ? claim.order : undefined
  return {
    purchase_type: claim.type,
    use_authenticated_user: signedIn,
    ...(withOrder && {
      order_id: withOrder.id,
      order_number: String(withOrder.id),
      product_id: claim.line?.product_id ?? null,
    }),
    name: claim.name.trim(),
    email: claim.email.trim(),
    purchase_date: claim.purchaseDate,
    product_name: claim.productName.trim(),
    germination_date: claim.germinationDate,
    description: claim.description.trim(),
    photo1,
    photo2,
    photo3,
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Owner } from '../../browser/drafts.ts'
import { myOrders, profile } from '../../data/queries.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { useForm } from '../../forms/use-form.ts'
import type { Session } from '../../session/session.ts'
import { dayOf } from '../../shop/dates.ts'
import { type ClaimDraft, claimDraft } from './claim-draft.ts'
import { isChosen, useClaimPhotos } from './claim-photos.ts'
import {
  canBeClaimed,
  CLAIM_IDS,
  type ClaimField,
  type ClaimFields,
  type ClaimRule,
  type ClaimStep,
  errorsIn,
  furthestStep,
  orderBlockedBy,
} from './claim-rules.ts'
import { Refusal } from '../../data/api.ts'

/** The typed values of the claim; all photos are one value, stored elsewhere. */
type Typed = {
  [Name in keyof ClaimDraft | 'photos']: Name extends keyof ClaimDraft ? ClaimDraft[Name] : undefined
}

const NOTHING: Typed = {
  type: undefined,
  orderId: undefined,
  productId: undefined,
  name: undefined,
  email: undefined,
  purchaseDate: undefined,
  productName: undefined,
  germinationDate: undefined,
  description: undefined,
  photos: undefined,
}

/** The part of the draft that holds a field of the claim. */
const TYPED_AS = {
  order_id: 'orderId',
  product_id: 'productId',
  name: 'name',
  email: 'email',
  purchase_date: 'purchaseDate',
  product_name: 'productName',
  germination_date: 'germinationDate',
  description: 'description',
  photo1: 'photos',
  photo2: 'photos',
  photo3: 'photos',
} as const satisfies Record<ClaimField, keyof Typed>
type TextField = Exclude<ClaimField, 'order_id' | 'product_id' | `photo${number}`>
const isField = (name: string): name is ClaimField => Object.hasOwn(TYPED_AS, name)

export type WrittenClaim = ReturnType<typeof useClaim>

/**
 * The claim being written: values typed in this tab, else those of order and account. `asked` is the step in the address;
 * the first unfinished step is shown if it is earlier.
 */
export function useClaim(session: Session | null, rule: ClaimRule, asked: ClaimStep) {
  const owner = session?.userId ?? null
  const account = useAccount(session)
  const photos = useClaimPhotos(owner)
  const today = dayOf()
  const claimIn = (draft: ClaimDraft) => {
    const eligible = session ? account.orders.filter((order) => !orderBlockedBy(order, rule)) : []
    // The only one is chosen, unless older ones are not loaded.
    const only = eligible.length === 1 && !account.hasOlder ? eligible[0] : undefined
    const order = eligible.find(({ id }) => id === draft.orderId) ?? only
    return claimOf(draft, order, { signedIn: session !== null, ...account, today })
  }
  const stepIn = (claim: ClaimFields): ClaimStep => {
    const furthest = account.isKnown ? furthestStep(claim, today) : 3
    return asked < furthest ? asked : furthest
  }
  const errorsOf = (draft: ClaimDraft) => {
    const claim = claimIn(draft)
    return errorsIn(stepIn(claim), claim, today, photos.filter(isChosen).length)
  }
  const form = useDraftForm(owner, errorsOf)
  const claim = claimIn(form.values)
  const step = stepIn(claim)
  // Errors of one step do not apply to the next.
  const [lastStep, setLastStep] = useState(step)
  if (lastStep !== step) {
    setLastStep(step)
    form.restart(NOTHING, form.values)
  }
  /** The props of a text control. */
  const field = (name: TextField) => ({
    id: CLAIM_IDS[name],
    value: claim[TYPED_AS[name]],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) =>
      form.change({ [TYPED_AS[name]]: event.target.value }, name),
    onBlur: () => form.leave(name, claim[TYPED_AS[name]]),
  })
  return { ...form, field, owner, claim, step, photos, today, rule, account, clear: () => form.restart() }
}

/** The values that this user typed in this tab. */
function useDraftForm(owner: Owner, errorsOf: (draft: ClaimDraft) => FieldErrors) {
  const form = useForm({
    base: NOTHING,
    values: { ...NOTHING, ...claimDraft.read(owner) },
    errorsOf,
    ownerOf: (field) => (isField(field) ? TYPED_AS[field] : field),
    idOf: (field) => (isField(field) ? CLAIM_IDS[field] : field),
    failed: (_text, error) => (error instanceof NotFiled ? error.message : undefined),
  })
  const { values, isDirty } = form
  useEffect(() => {
    if (isDirty) claimDraft.keep(owner, values)
  }, [owner, isDirty, values])
  return form
}

/** The account's data; nothing for a visitor. */
function useAccount(session: Session | null) {
  const orders = useQuery(myOrders(session))
  const account = useQuery(profile(session))
  const { first_name = '', last_name = '', email = '' } = account.data ?? {}
  return {
    orders: orders.data?.orders ?? [],
    hasOlder: Boolean(orders.data?.next),
    name: account.data ? `${first_name} ${last_name}`.trim() || 'Cliente' : '',
    email,
    isKnown: session === null || (orders.data !== undefined && account.data !== undefined),
    failed: orders.isError
      ? 'Error al cargar tus pedidos'
      : account.isError
        ? 'Error al obtener información del usuario'
        : undefined,
    reload: () => {
      void orders.refetch()
      void account.refetch()
    },
  }
}

interface Known {
  signedIn: boolean
  name: string
  email: string
  today: string
}

function claimOf(draft: ClaimDraft, order: ClaimFields['order'], known: Known): ClaimFields {
  const type = known.signedIn ? (draft.type ?? 'with-order') : 'without-order'
  const chosen = type === 'with-order' ? order : undefined
  const lines = (chosen?.products ?? []).filter(canBeClaimed)
  // The only product is chosen.
  const only = new Set(lines.map(({ product_id }) => product_id)).size === 1 ? lines[0] : undefined
  const line = lines.find(({ product_id }) => product_id === draft.productId) ?? only
  return {
    type,
    order: chosen,
    line,
    name: chosen ? chosen.recipient_name || known.name : (draft.name ?? known.name),
    // The account decides whose claim it is: the server uses its address whatever is sent.
    email: known.signedIn ? known.email : (draft.email ?? ''),
    purchaseDate: chosen ? dayOf(chosen.created_at) : (draft.purchaseDate ?? ''),
    productName: type === 'with-order' ? (line?.product_name ?? '') : (draft.productName ?? ''),
    germinationDate: draft.germinationDate ?? known.today,
    description: draft.description ?? '',
  }
}

/** Why the claim was not filed: `message` in a few words, and what it means for the user. */
export class NotFiled extends Refusal {
  note = ''
}

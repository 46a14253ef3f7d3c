import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '../../shop/dates.ts'
import { myOrders, profile } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { type ClaimDraft, claimDraft } from './claim-draft.ts'
import { isChosen, useClaimPhotos } from './claim-photos.ts'
import {
  canBeClaimed,
  type ClaimErrors,
  type ClaimField,
  type ClaimFields,
  type ClaimRule,
  type ClaimStep,
  errorsIn,
  orderBlockedBy,
} from './claim-rules.ts'

/** Which typed part of the draft a field of the claim is. */
const DRAFT_OF: Partial<Record<ClaimField, keyof ClaimDraft>> = {
  order_id: 'orderId',
  product_id: 'productId',
  name: 'name',
  email: 'email',
  purchase_date: 'purchaseDate',
  product_name: 'productName',
  germination_date: 'germinationDate',
  description: 'description',
}

/**
 * The claim that is being written: what was typed in this tab, else what order and account know. A field is checked
 * when it is left after it was edited, and its error goes with the keystroke that repairs it.
 */
export function useClaim(session: Session | null, rule: ClaimRule) {
  const owner = session?.userId ?? null
  const [draft, setDraft] = useState<ClaimDraft>(() => claimDraft.read(owner) ?? {})
  const [checked, setChecked] = useState<ReadonlySet<ClaimField>>(new Set())
  const [fromShop, setFromShop] = useState<ClaimErrors>({})
  const orders = useQuery(myOrders(session))
  const account = useQuery(profile(session))
  const photos = useClaimPhotos(owner)
  const today = dayOf()

  const own = orders.data?.orders ?? []
  const order = own.find(({ id }) => id === draft.orderId)
  const eligible = order && !orderBlockedBy(order, rule) ? order : undefined
  const claim = claimOf(draft, session ? eligible : undefined, {
    signedIn: session !== null,
    name: account.data ? `${account.data.first_name} ${account.data.last_name}`.trim() || 'Cliente' : '',
    email: account.data?.email ?? '',
    today,
  })
  const uploads = photos.filter(isChosen).length

  const change = (changed: ClaimDraft) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    claimDraft.keep(owner, next)
    setFromShop((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([field]) => !((DRAFT_OF[field as ClaimField] ?? field) in changed)),
      ),
    )
  }
  const errorsOf = (step: ClaimStep) => errorsIn(step, claim, today, uploads)
  return {
    owner,
    draft,
    claim,
    photos,
    today,
    rule,
    orders: own,
    /** Undefined while it is being asked for. */
    known: session === null || (orders.data !== undefined && account.data !== undefined),
    failed: orders.isError
      ? 'Error al cargar tus pedidos'
      : account.isError
        ? 'Error al obtener información del usuario'
        : undefined,
    reload: () => {
      void orders.refetch()
      void account.refetch()
    },
    change,
    left: (field: ClaimField) => {
      const typed = DRAFT_OF[field]
      if (typed && typed in draft) setChecked((before) => new Set([...before, field]))
    },
    /** Shows every error of a step and answers them. */
    checkAll: (step: ClaimStep): ClaimErrors => {
      const errors = errorsOf(step)
      setChecked((before) => new Set([...before, ...(Object.keys(errors) as ClaimField[])]))
      return errors
    },
    refuse: setFromShop,
    /** Those that are shown now. */
    errorsShown: (step: ClaimStep): ClaimErrors => ({
      ...fromShop,
      ...Object.fromEntries(
        Object.entries(errorsOf(step)).filter(([field]) => checked.has(field as ClaimField)),
      ),
    }),
    clear: () => {
      setDraft({})
      setChecked(new Set())
      setFromShop({})
    },
  }
}

export type WrittenClaim = ReturnType<typeof useClaim>

interface Known {
  signedIn: boolean
  name: string
  email: string
  today: string
}

function claimOf(draft: ClaimDraft, order: ClaimFields['order'], known: Known): ClaimFields {
  const type = known.signedIn ? (draft.type ?? 'with-order') : 'without-order'
  const chosen = type === 'with-order' ? order : undefined
  const line = chosen?.products.find(
    (product) => product.product_id === draft.productId && canBeClaimed(product),
  )
  return {
    type,
    order: chosen,
    line,
    name: chosen ? chosen.recipient_name || known.name : (draft.name ?? known.name),
    // Whose claim it is, is told by the account: the shop takes its address whatever was typed.
    email: known.signedIn ? known.email : (draft.email ?? ''),
    purchaseDate: chosen ? dayOf(chosen.created_at) : (draft.purchaseDate ?? ''),
    productName: type === 'with-order' ? (line?.product_name ?? '') : (draft.productName ?? ''),
    germinationDate: draft.germinationDate ?? known.today,
    description: draft.description ?? '',
  }
}

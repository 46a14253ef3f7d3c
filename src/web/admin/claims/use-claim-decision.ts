import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUSES,
  type ClaimStatus,
  showsResolution,
} from '../../../contract/warranty/warranty-status.ts'
import { claimSeedsErrors, LOT_FIELD_NAMES } from '../../../contract/catalog/lot-rules.ts'
import { changeClaim, getClaim } from '../../../contract/warranty/calls.ts'
import { call } from '../../data/api.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { typedNumber } from '../products/amounts.ts'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { showChangedRow } from '../kit/use-panel-list.ts'

export const CLAIM_FAILED = 'Error al actualizar el reclamo'

export interface Decision {
  status: ClaimStatus
  admin_response: string
  resolution_details: string
  admin_notes: string
  /** The id of a lot; empty for none. */
  lot_id: string
  /** Counts, as typed. */
  seeds_sown: string
  seeds_failed: string
}

export type ClaimDecisionForm = ReturnType<typeof useClaimDecision>

/** The form of a decision on a claim. */
export const useClaimDecision = recordForm<Claim, Decision>({
  name: ({ id }) => `claim ${id}`,
  valuesOf: decisionOf,
  errorsOf: ({ seeds_sown, seeds_failed }) =>
    claimSeedsErrors({ seeds_sown: typedNumber(seeds_sown), seeds_failed: typedNumber(seeds_failed) }),
  idOf: (field) => `claim-${field}`,
  failed: CLAIM_FAILED,
  said: 'Reclamo actualizado exitosamente',
  read: ({ id }) => call(getClaim, { params: { id } }),
  write: (decision, { id, version }) =>
    call(changeClaim, { params: { id }, body: { ...bodyOf(decision), version } }),
  merge: mergedByField<Decision>(
    {
      status: 'Estado',
      admin_response: 'Respuesta al cliente',
      resolution_details: 'Detalles de la resolución',
      admin_notes: 'Notas internas',
      lot_id: 'Lote',
      seeds_sown: LOT_FIELD_NAMES.seeds_sown,
      seeds_failed: LOT_FIELD_NAMES.seeds_failed,
    },
    (value, field) => {
      const status = field === 'status' && CLAIM_STATUSES.find((known) => known === value)
      return status ? claimStatusLabel(status) : undefined
    },
  ),
  show: (client, saved) => showChangedRow(client, 'admin-claims', saved),
})

/** The resolution is hidden in the other states, but kept. */
function bodyOf({ resolution_details, lot_id, seeds_sown, seeds_failed, ...decision }: Decision) {
  const seeds = { seeds_sown: typedNumber(seeds_sown), seeds_failed: typedNumber(seeds_failed) }
  const body = { ...decision, ...seeds, lot_id: lot_id === '' ? null : Number(lot_id) }
  return showsResolution(decision.status) ? { ...body, resolution_details } : body
}

function decisionOf(claim: Claim): Decision {
  const { status, admin_response, resolution_details, admin_notes = '' } = claim
  const { lot_id = null, seeds_sown = null, seeds_failed = null, order_lot } = claim
  // Defaults to the lot of the order.
  const lot = lot_id ?? (seeds_sown === null ? (order_lot?.id ?? null) : null)
  const typed = (count: number | null) => (count === null ? '' : String(count))
  return {
    status,
    admin_response,
    resolution_details,
    admin_notes,
    lot_id: typed(lot),
    seeds_sown: typed(seeds_sown),
    seeds_failed: typed(seeds_failed),
  }
}

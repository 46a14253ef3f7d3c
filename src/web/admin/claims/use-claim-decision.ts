import { useQueryClient } from '@tanstack/react-query'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUSES,
  type ClaimStatus,
  showsResolution,
} from '../../../contract/warranty/warranty-status.ts'
import { claimSeedsErrors, LOT_FIELD_NAMES } from '../../../contract/catalog/lot-rules.ts'
import { call } from '../../data/api.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { typedNumber } from '../products/amounts.ts'
import { showChangedClaim } from './claims-query.ts'

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

const FIELD: Record<keyof Decision, string> = {
  status: 'Estado',
  admin_response: 'Respuesta al cliente',
  resolution_details: 'Detalles de la resolución',
  admin_notes: 'Notas internas',
  lot_id: 'Lote',
  seeds_sown: LOT_FIELD_NAMES.seeds_sown,
  seeds_failed: LOT_FIELD_NAMES.seeds_failed,
}

const { useKept, useKeep } = keptEdits<{ base: Claim; values: Decision }>()

export type ClaimDecisionForm = ReturnType<typeof useClaimDecision>

/** The form of a decision on a claim. Restores edits of an ended session when the claim is opened again. */
export function useClaimDecision(claim: Claim, onDone: (claim: Claim) => void) {
  const client = useQueryClient()
  const params = { id: claim.id }
  const name = `claim ${claim.id}`
  const kept = useKept(name)
  const form = useForm({
    base: kept?.base ?? claim,
    valuesOf: decisionOf,
    values: kept?.values,
    errorsOf: ({ seeds_sown, seeds_failed }) =>
      claimSeedsErrors({ seeds_sown: typedNumber(seeds_sown), seeds_failed: typedNumber(seeds_failed) }),
    idOf: (field) => `claim-${field}`,
    failed: CLAIM_FAILED,
  })
  useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
  const merge = useMerge<Claim, Decision>({
    form,
    read: () => call('getClaim', { params }),
    write: (decision, { version }) => call('changeClaim', { params, body: { ...bodyOf(decision), version } }),
    merge: (base, mine, theirs) =>
      mergeFields(
        { base: decisionOf(base), mine, theirs: decisionOf(theirs) },
        { label: (field) => FIELD[field], show: shown },
      ),
    onSaved: async (saved) => {
      await showChangedClaim(client, saved)
      showToast('success', 'Reclamo actualizado exitosamente')
      onDone(saved)
    },
  })
  return { ...form, merge, save: () => form.submit((decision) => merge.save(decision, form.base)) }
}

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

function shown(value: string, field: keyof Decision): string {
  if (value === '') return '(vacío)'
  const status = field === 'status' && CLAIM_STATUSES.find((known) => known === value)
  return status ? claimStatusLabel(status) : value
}

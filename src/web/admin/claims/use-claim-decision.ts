import { useQueryClient } from '@tanstack/react-query'
import type { Claim } from '../../../contract/warranty.ts'
import { CLAIM_STATUSES, type ClaimStatus, showsResolution } from '../../../contract/warranty-status.ts'
import { call } from '../../data/api.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { showChangedClaim } from './claims-query.ts'

export const CLAIM_FAILED = 'Error al actualizar el reclamo'

export interface Decision {
  status: ClaimStatus
  admin_response: string
  resolution_details: string
  admin_notes: string
}

const FIELD: Record<keyof Decision, string> = {
  status: 'Estado',
  admin_response: 'Respuesta al cliente',
  resolution_details: 'Detalles de la resolución',
  admin_notes: 'Notas internas',
}

export type ClaimDecisionForm = ReturnType<typeof useClaimDecision>

/** The form of a decision on a claim. */
export function useClaimDecision(claim: Claim, onDone: (claim: Claim) => void) {
  const client = useQueryClient()
  const params = { id: claim.id }
  const form = useForm({
    base: claim,
    valuesOf: decisionOf,
    idOf: (field) => `claim-${field}`,
    failed: CLAIM_FAILED,
  })
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
function bodyOf({ resolution_details, ...decision }: Decision) {
  return showsResolution(decision.status) ? { ...decision, resolution_details } : decision
}

function decisionOf(claim: Claim): Decision {
  const { status, admin_response, resolution_details, admin_notes = '' } = claim
  return { status, admin_response, resolution_details, admin_notes }
}

function shown(value: string, field: keyof Decision): string {
  if (value === '') return '(vacío)'
  const status = field === 'status' && CLAIM_STATUSES.find((known) => known === value)
  return status ? claimStatusLabel(status) : value
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Claim } from '../../contract/warranty.ts'
import { CLAIM_STATUSES, type ClaimStatus, showsResolution } from '../../contract/warranty-status.ts'
import { call, Refusal } from '../api.ts'
import { claimStatusLabel } from '../claim-status-badge.tsx'
import type { Session } from '../session.ts'
import { showToast } from '../ui/toast.tsx'
import { showChangedClaim } from './claims-query.ts'
import { choose, mergeFields, type ThreeWay } from './three-way.ts'

export const CLAIM_FAILED = 'Error al actualizar el reclamo'
const DONE = 'Reclamo actualizado exitosamente'

export interface Decision {
  status: ClaimStatus
  admin_response: string
  resolution_details: string
  admin_notes: string
}

const LABEL: Record<keyof Decision, string> = {
  status: 'Estado',
  admin_response: 'Respuesta al cliente',
  resolution_details: 'Detalles de la resolución',
  admin_notes: 'Notas internas',
}

interface Merge extends ThreeWay<keyof Decision, string> {
  /** As the other person left it. */
  theirs: Claim
}

/**
 * The decision on a claim as it is being written, and its way to the shop. When somebody else decides meanwhile both
 * are brought together: what only one of them changed stays, what both changed is asked about.
 */
export function useClaimDecision(session: Session | null, claim: Claim, onDone: (claim: Claim) => void) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(claim)
  const before = decisionOf(seen)
  const [draft, setDraft] = useState(before)
  const [merge, setMerge] = useState<Merge>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ decision, seen: { version } }: { decision: Decision; seen: Claim }) =>
      call('changeClaim', { params: { id: claim.id }, body: { ...sentOf(decision), version } }),
    onSuccess: async (changed) => {
      await showChangedClaim(client, session, changed)
      showToast('success', DONE)
      onDone(changed)
    },
    onError: async (refusal, { decision }) => {
      const theirs = isStale(refusal) ? await readAgain(claim.id) : undefined
      if (theirs) setMerge({ ...mergeDecisions(before, decision, decisionOf(theirs)), theirs })
      else showToast('error', CLAIM_FAILED)
    },
  })
  const saveMerged = (chosen: ReadonlySet<string>) => {
    if (!merge) return
    const { theirs, merged } = merge
    const decision = asDecision(choose(merged, { ...decisionOf(theirs) }, chosen, ''))
    setSeen(theirs)
    setDraft(decision)
    setMerge(undefined)
    mutate({ decision, seen: theirs })
  }
  return {
    draft,
    set: (change: Partial<Decision>) => setDraft({ ...draft, ...change }),
    save: () => isPending || mutate({ decision: draft, seen }),
    isDirty: JSON.stringify(draft) !== JSON.stringify(before),
    isPending,
    error,
    merge,
    saveMerged,
    closeMerge: () => setMerge(undefined),
  }
}

function isStale(error: Error): boolean {
  return error instanceof Refusal && error.code === 'STALE'
}

/** Undefined when it cannot be read either: then the refusal is all there is to say. */
async function readAgain(id: number): Promise<Claim | undefined> {
  try {
    return await call('getClaim', { params: { id } })
  } catch {
    return undefined
  }
}

/** Hidden in the other states, but kept. */
function sentOf({ resolution_details, ...decision }: Decision) {
  return showsResolution(decision.status) ? { ...decision, resolution_details } : decision
}

function decisionOf(claim: Claim): Decision {
  const { status, admin_response, resolution_details, admin_notes = '' } = claim
  return { status, admin_response, resolution_details, admin_notes }
}

function mergeDecisions(base: Decision, mine: Decision, theirs: Decision) {
  // The state is shown by its name, the texts as they are.
  const show = (value: string) =>
    value === '' ? '(vacío)' : isStatus(value) ? claimStatusLabel(value) : value
  const sides = { base: { ...base }, mine: { ...mine }, theirs: { ...theirs } }
  return mergeFields<keyof Decision, string>(sides, '', { label: (field) => LABEL[field], show })
}

function asDecision({ status, ...texts }: Record<keyof Decision, string>): Decision {
  return { ...texts, status: isStatus(status) ? status : 'pending' }
}

function isStatus(value: string): value is ClaimStatus {
  return CLAIM_STATUSES.some((status) => status === value)
}

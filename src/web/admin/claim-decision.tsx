import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { NOTES_LENGTH } from '../../contract/limits.ts'
import type { Claim } from '../../contract/warranty.ts'
import {
  CLAIM_STATUS_TEXT,
  CLAIM_STATUSES,
  type ClaimStatus,
  showsResolution,
} from '../../contract/warranty-status.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { ClaimStatusBadge } from './claim-status-badge.tsx'
import { claimStatusLabel } from './claim-words.ts'
import { showChangedClaim } from './claims-query.ts'
import { useNumberKeys } from './order-status-dialog.tsx'

const FAILED = 'Error al actualizar el reclamo'
const DONE = 'Reclamo actualizado exitosamente'

interface Decision {
  status: ClaimStatus
  admin_response: string
  resolution_details: string
  admin_notes: string
}

/** The decision on a claim as it is being written, and its way to the shop. */
export function useClaimDecision(session: Session | null, claim: Claim, onDone: (claim: Claim) => void) {
  const client = useQueryClient()
  const [before] = useState(() => decisionOf(claim))
  const [draft, setDraft] = useState(before)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ resolution_details, ...change }: Decision) =>
      call('changeClaim', {
        params: { id: claim.id },
        // Hidden in the other states, but kept (readings 76).
        body: showsResolution(change.status) ? { ...change, resolution_details } : change,
      }),
    onSuccess: async (changed) => {
      await showChangedClaim(client, session, changed)
      showToast('success', DONE)
      onDone(changed)
    },
    onError: () => showToast('error', FAILED),
  })
  return {
    draft,
    set: (change: Partial<Decision>) => setDraft({ ...draft, ...change }),
    save: () => isPending || mutate(draft),
    isDirty: JSON.stringify(draft) !== JSON.stringify(before),
    isPending,
    error,
  }
}

function decisionOf(claim: Claim): Decision {
  const { status, admin_response, resolution_details, admin_notes = '' } = claim
  return { status, admin_response, resolution_details, admin_notes }
}

interface ClaimDecisionProps {
  claim: Claim
  decision: ReturnType<typeof useClaimDecision>
  /** The chosen state, for who opens a dialog with it. */
  chosen: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

/** `1` to `5` choose the state, Ctrl/⌘ Enter saves. */
export function ClaimDecision({ claim, decision, chosen, onCancel }: ClaimDecisionProps) {
  const { draft, set, save, isPending, error } = decision
  useNumberKeys((number) => {
    const status = CLAIM_STATUSES[number - 1]
    if (status) set({ status })
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter besides the button
    <form
      className="claim-decision"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {error && <ErrorPanel title={FAILED} note={reasonOf(error)} />}
      <fieldset className="claim-states">
        <legend>
          Estado <span className="admin-note">(ahora: {claimStatusLabel(claim.status)})</span>
        </legend>
        {CLAIM_STATUSES.map((status, i) => (
          <label key={status}>
            <input
              type="radio"
              ref={draft.status === status ? chosen : undefined}
              name={`claim-status-${claim.id}`}
              value={status}
              checked={draft.status === status}
              onChange={() => set({ status })}
            />
            <ClaimStatusBadge status={status} />
            <kbd aria-hidden="true">{i + 1}</kbd>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Respuesta al cliente"
        hint="La lee el cliente"
        optional
        rows={3}
        maxLength={NOTES_LENGTH}
        value={draft.admin_response}
        onChange={(event) => set({ admin_response: event.target.value })}
      />
      {showsResolution(draft.status) && (
        <TextAreaField
          label="Detalles de la resolución"
          hint="Los lee el cliente"
          optional
          rows={3}
          maxLength={NOTES_LENGTH}
          value={draft.resolution_details}
          onChange={(event) => set({ resolution_details: event.target.value })}
        />
      )}
      <TextAreaField
        label="Notas internas"
        hint="Privadas: el cliente nunca las ve"
        optional
        rows={2}
        maxLength={NOTES_LENGTH}
        value={draft.admin_notes}
        onChange={(event) => set({ admin_notes: event.target.value })}
      />
      <CustomerPreview draft={draft} />
      <div className="admin-actions">
        <BusyButton busy={isPending} busyText="Guardando…" type="submit" title="Ctrl Enter">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={onCancel}>
          Cancelar
        </button>
      </div>
    </form>
  )
}

/** Exactly what the account and the mail will say. */
function CustomerPreview({ draft }: { draft: Decision }) {
  const resolution = showsResolution(draft.status) ? draft.resolution_details.trim() : ''
  return (
    <section className="claim-preview" aria-label="Lo que lee el cliente">
      <h3>Lo que lee el cliente</h3>
      <ClaimStatusBadge status={draft.status} />
      <p>{CLAIM_STATUS_TEXT[draft.status] ?? ''}</p>
      {draft.admin_response.trim() && <p>Respuesta de la tienda: {draft.admin_response.trim()}</p>}
      {resolution && <p>Resolución: {resolution}</p>}
    </section>
  )
}

function reasonOf(error: Error): string | undefined {
  const fields = error instanceof Refusal ? Object.values(error.body.errors ?? {}).flat() : []
  const reason = fields.length > 0 ? fields.join(' ') : error.message
  return reason === FAILED ? undefined : reason
}

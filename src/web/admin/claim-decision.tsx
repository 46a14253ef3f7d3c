import type { KeyboardEvent, RefObject } from 'react'
import { NOTES_LENGTH } from '../../contract/limits.ts'
import type { Claim } from '../../contract/warranty.ts'
import { CLAIM_STATUS_TEXT, CLAIM_STATUSES, showsResolution } from '../../contract/warranty-status.ts'
import { Refusal } from '../api.ts'
import { ClaimStatusBadge, claimStatusLabel } from '../claim-status-badge.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { MergePanel } from './merge-choices.tsx'
import { useNumberKeys } from './order-status-dialog.tsx'
import { CLAIM_FAILED, type Decision, type useClaimDecision } from './use-claim-decision.ts'

interface ClaimDecisionProps {
  claim: Claim
  decision: ReturnType<typeof useClaimDecision>
  /** The chosen state, for who opens a dialog with it. */
  chosen: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

/** `1` to `5` choose the state, Ctrl/⌘ Enter saves. */
export function ClaimDecision({ claim, decision, chosen, onCancel }: ClaimDecisionProps) {
  const { draft, set, save, isPending, error, merge } = decision
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
      {merge && (
        <MergePanel
          title="Otra persona guardó este reclamo"
          conflicts={merge.conflicts}
          taken={merge.taken}
          backText="Seguir escribiendo"
          onSave={decision.saveMerged}
          onBack={decision.closeMerge}
        />
      )}
      {error && !merge && <ErrorPanel title={CLAIM_FAILED} note={reasonOf(error)} />}
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
  return reason === CLAIM_FAILED ? undefined : reason
}

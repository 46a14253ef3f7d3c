import { type RefObject, useEffect, useEffectEvent } from 'react'
import { NOTES_LENGTH } from '../../../contract/limits.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUS_TEXT,
  CLAIM_STATUSES,
  showsResolution,
} from '../../../contract/warranty/warranty-status.ts'
import { Refusal } from '../../data/api.ts'
import { ClaimStatusBadge, claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TextAreaField, Field, SelectField } from '../../ui/form/field.tsx'
import { MergePanel } from '../../forms/merge-dialog.tsx'
import { submitByKey } from '../kit/submit-by-key.ts'
import { useShortcutsOn } from '../shell/keyboard.ts'
import { CLAIM_FAILED, type ClaimDecisionForm, type Decision } from './use-claim-decision.ts'
import { useQuery } from '@tanstack/react-query'
import { LOT_FIELD_NAMES } from '../../../contract/catalog/lot-rules.ts'
import { lotsOfProduct } from '../lots/lots-query.ts'
import './claims-page.css'

interface ClaimDecisionProps {
  claim: Claim
  form: ClaimDecisionForm
  /** The radio of the chosen state: takes the focus when a dialog opens. */
  chosen: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

/** `1` to `5` choose the state, Ctrl/⌘ Enter saves. */
export function ClaimDecision({ claim, form, chosen, onCancel }: ClaimDecisionProps) {
  const { values, merge, failure } = form
  useNumberKeys((number) => {
    const status = CLAIM_STATUSES[number - 1]
    if (!status) return
    form.change({ status })
    moveFocus(chosen.current, status)
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter is a shortcut for the button
    <form
      className="claim-decision stack-4"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <MergePanel merge={merge} title="Otra persona guardó este reclamo" backText="Seguir escribiendo" />
      {failure && <ErrorPanel title={CLAIM_FAILED} note={reasonOf(failure.error)} />}
      <StateChoice claim={claim} form={form} chosen={chosen} />
      <DecisionTexts form={form} />
      <ClaimLot claim={claim} form={form} />
      <CustomerPreview decision={values} />
      <div className="admin-actions wrap-2">
        <BusyButton busy={form.isBusy} busyText="Guardando…" type="submit" title="Ctrl Enter">
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={onCancel}>
          Cancelar
        </button>
      </div>
    </form>
  )
}

/** From a focused state to the chosen one, so that the next Tab leaves the group. */
function moveFocus(radio: HTMLInputElement | null, status: string): void {
  const group = radio?.closest('fieldset')
  if (group?.contains(document.activeElement))
    group.querySelector<HTMLInputElement>(`[value="${status}"]`)?.focus()
}

function StateChoice({ claim, form, chosen }: Omit<ClaimDecisionProps, 'onCancel'>) {
  const { values, change } = form
  return (
    <fieldset className="claim-states wrap-2">
      <legend>
        Estado <span className="admin-note">(ahora: {claimStatusLabel(claim.status)})</span>
      </legend>
      {CLAIM_STATUSES.map((status, i) => (
        <label key={status}>
          <input
            type="radio"
            ref={values.status === status ? chosen : undefined}
            name={`claim-status-${claim.id}`}
            value={status}
            checked={values.status === status}
            onChange={() => change({ status })}
          />
          <ClaimStatusBadge status={status} />
          <kbd aria-hidden="true">{i + 1}</kbd>
        </label>
      ))}
    </fieldset>
  )
}

function DecisionTexts({ form }: Pick<ClaimDecisionProps, 'form'>) {
  const shared = { optional: true, maxLength: NOTES_LENGTH }
  return (
    <>
      <TextAreaField
        label="Respuesta al cliente"
        hint="La lee el cliente"
        rows={3}
        {...shared}
        {...form.field('admin_response')}
      />
      {showsResolution(form.values.status) && (
        <TextAreaField
          label="Detalles de la resolución"
          hint="Los lee el cliente"
          rows={3}
          {...shared}
          {...form.field('resolution_details')}
        />
      )}
      <TextAreaField
        label="Notas internas"
        hint="Privadas: el cliente nunca las ve"
        rows={2}
        {...shared}
        {...form.field('admin_notes')}
      />
    </>
  )
}

/** The text for the customer in the account and the mail. */
function CustomerPreview({ decision }: { decision: Decision }) {
  const resolution = showsResolution(decision.status) ? decision.resolution_details.trim() : ''
  return (
    <section className="claim-preview stack-2" aria-label="Lo que lee el cliente">
      <h3>Lo que lee el cliente</h3>
      <ClaimStatusBadge status={decision.status} />
      <p>{CLAIM_STATUS_TEXT[decision.status] ?? ''}</p>
      {decision.admin_response.trim() && <p>Respuesta de la tienda: {decision.admin_response.trim()}</p>}
      {resolution && <p>Resolución: {resolution}</p>}
    </section>
  )
}

function reasonOf(error: unknown): string | undefined {
  const fields = error instanceof Refusal ? Object.values(error.body.errors ?? {}).flat() : []
  const message = error instanceof Error ? error.message : undefined
  const reason = fields.length > 0 ? fields.join(' ') : message
  return reason === CLAIM_FAILED ? undefined : reason
}

interface ClaimLotProps {
  claim: Claim
  form: ClaimDecisionForm
}

/** The lot of the claimed seeds and their counts; only for products with lots. */
function ClaimLot({ claim, form }: ClaimLotProps) {
  const { data: lots = [] } = useQuery(lotsOfProduct(claim.product_id))
  const { lot_id: known, lot, order_lot: ordered } = claim
  // The lot may be beyond the first page of its product.
  const isListed = lots.some(({ id }) => id === known)
  if (lots.length === 0 && !known) return null
  return (
    <>
      <SelectField
        label="Lote"
        optional
        hint={ordered ? `El pedido se preparó del lote ${ordered.code}` : undefined}
        {...form.field('lot_id')}
      >
        <option value="">Sin anotar</option>
        {known && !isListed && <option value={known}>{lot}</option>}
        {lots.map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </SelectField>
      <Field
        label={LOT_FIELD_NAMES.seeds_sown}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...form.field('seeds_sown')}
      />
      <Field
        label={LOT_FIELD_NAMES.seeds_failed}
        optional
        hint="Cuentan para el lote cuando el reclamo se aprueba"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('seeds_failed')}
      />
    </>
  )
}

/** Digits pressed while a dialog is open; not in text fields, and not when shortcuts are off. */
function useNumberKeys(onNumber: (number: number) => void): void {
  const isOn = useShortcutsOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return
    const { target } = event
    const isText =
      target instanceof HTMLElement && target.matches('textarea, input:not([type=radio]), select')
    if (isText) return
    // Else a field that it opens takes the digit.
    event.preventDefault()
    onNumber(Number(event.key))
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

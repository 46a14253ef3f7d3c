import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { NOTES_LENGTH } from '../../../contract/limits.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import {
  CLAIM_STATUS_TEXT,
  CLAIM_STATUSES,
  showsResolution,
  type ClaimStatus,
} from '../../../contract/warranty/warranty-status.ts'
import { Refusal, call } from '../../data/api.ts'
import { ClaimStatusBadge, claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TextAreaField, Field } from '../../ui/form/field.tsx'
import { MergePanel } from '../../forms/merge-dialog.tsx'
import { savedWords } from '../../forms/save-bar.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { submitByKey } from '../kit/submit-by-key.ts'
import { useShortcutsOn } from '../shell/keyboard.ts'
import { LOT_FIELD_NAMES, claimSeedsErrors } from '../../../contract/catalog/lot-rules.ts'
import { lotsOfProduct } from '../lots/lots-query.ts'
import { changeClaim, getClaim } from '../../../contract/warranty/calls.ts'
import { typedNumber } from '../products/amounts.ts'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { showChangedRow } from '../kit/use-panel-list.ts'
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
  // The lot of the order, chosen by default, is saved too.
  const canSave = form.isDirty || values.lot_id !== String(form.base.lot_id ?? '')
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
        if (canSave) form.save()
      }}
    >
      <MergePanel merge={merge} title="Otra persona guardó este reclamo" backText="Seguir escribiendo" />
      {failure && <ErrorPanel title={CLAIM_FAILED} note={reasonOf(failure.error)} />}
      <StateChoice claim={claim} form={form} chosen={chosen} />
      <DecisionTexts form={form} />
      <ClaimLot claim={claim} form={form} />
      <CustomerPreview decision={values} />
      <div className="admin-actions wrap-2">
        <BusyButton
          busy={form.isBusy}
          busyText="Guardando…"
          type="submit"
          title="Ctrl Enter"
          disabled={!canSave}
        >
          Guardar
        </BusyButton>
        <button type="button" className="button secondary" onClick={onCancel}>
          Cancelar
        </button>
        <output className="admin-note">{canSave ? '' : savedWords(form, '')}</output>
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

/** The lot of the claimed seeds and their counts; only for products with lots. */
function ClaimLot({ claim, form }: { claim: Claim; form: ClaimDecisionForm }) {
  const { data: lots = [] } = useQuery(lotsOfProduct(claim.product_id))
  const { lot_id: known, lot, order_lot: ordered } = claim
  // The lot may be beyond the first page of its product.
  const isListed = lots.some(({ id }) => id === known)
  if (lots.length === 0 && !known) return null
  return (
    <>
      <ChoiceField
        label="Lote"
        optional
        hint={ordered ? `El pedido se preparó del lote ${ordered.code}` : undefined}
        {...form.field('lot_id')}
        names={lots.map(({ id, code }) => [id, code])}
      >
        <option value="">Sin anotar</option>
        {known && !isListed && <option value={known}>{lot}</option>}
      </ChoiceField>
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

const CLAIM_FAILED = 'Error al actualizar el reclamo'

interface Decision {
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

type ClaimDecisionForm = ReturnType<typeof useClaimDecision>

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

import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { FIELDS_REQUIRED } from '../../../contract/claim-rules.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { FocusLink } from '../../ui/form/focus-link.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { inClock, useCountdown } from '../../ui/form/use-countdown.ts'
import '../../ui/badge.css'
import './claim-form.css'
import './claim-choices.css'
import './claim-check.css'
import { ClaimFacts } from './claim-facts.tsx'
import {
  CLAIM_IDS,
  type ClaimErrors,
  type ClaimField,
  type ClaimRule,
  type ClaimStep,
  furthestStep,
  missingIn,
} from './claim-rules.ts'
import { ClaimSteps, QUESTIONS } from './claim-steps.tsx'
import { DetailsStep } from './details-step.tsx'
import { OrderStep } from './order-step.tsx'
import { ProductStep } from './product-step.tsx'
import { useClaim, type WrittenClaim } from './use-claim.ts'
import { type ClaimRefused, useFileClaim } from './use-file-claim.ts'

const FORM = 'reclamo'

interface ClaimFormProps {
  session: Session | null
  rule: ClaimRule
  /** The question of the step is the heading of the page, or of a part of it. */
  heading: 'h1' | 'h2'
  onFiled: (id: number) => void
}

/** The three steps of a claim. Give it the person as key: what was written belongs to one. */
export function ClaimForm({ session, rule, heading, onFiled }: ClaimFormProps) {
  const form = useClaim(session, rule)
  const { busy, file } = useFileClaim(session, form, onFiled)
  const [asked, go] = useStep()
  const step = Math.min(asked, form.known ? furthestStep(form.claim, form.today) : asked) as ClaimStep
  const [refused, setRefused] = useState<ClaimRefused>()
  const [submits, setSubmits] = useState(0)
  const [wait, startWait] = useCountdown()
  const title = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(step, title)
  // What was wrong in one step says nothing of the next.
  const [lastStep, setLastStep] = useState(step)
  if (lastStep !== step) {
    setLastStep(step)
    setRefused(undefined)
    setSubmits(0)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || (wait > 0 && step === 3)) return
    setRefused(undefined)
    setSubmits((count) => count + 1)
    if (Object.keys(form.checkAll(step)).length > 0) return
    if (step < 3) return go((step + 1) as ClaimStep, step)
    const outcome = await file()
    if (!outcome) return
    form.refuse(outcome.fields)
    if (outcome.waitSeconds > 0) startWait(outcome.waitSeconds)
    setRefused(outcome)
    setSubmits((count) => count + 1)
  }

  const Heading = heading
  const errors = form.errorsShown(step)
  const missing = form.known ? missingIn(step, form.claim) : []
  return (
    <div className="claim-columns">
      <form
        id={FORM}
        className="claim-form"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <ClaimSteps step={step} />
        <Heading className="claim-question" ref={title} tabIndex={-1}>
          {QUESTIONS[step]}
        </Heading>
        <ErrorSummary
          title={summaryTitle(refused, errors)}
          errors={submits > 0 ? summaryOf(refused, errors) : []}
          submits={submits}
        />
        {form.known ? (
          <StepFields step={step} session={session} form={form} errors={errors} />
        ) : (
          <Waiting form={form} />
        )}
        <Missing missing={missing} />
        {wait > 0 && step === 3 && (
          <p className="claim-wait" role="timer">
            Volver a enviar en {inClock(wait)}
          </p>
        )}
        <div className="claim-bar" data-bottom-bar="">
          {step > 1 && (
            <button
              type="button"
              className="button secondary large"
              aria-disabled={busy ? true : undefined}
              onClick={() => !busy && go((step - 1) as ClaimStep, step)}
            >
              Anterior
            </button>
          )}
          <BusyButton
            type="submit"
            className="primary large"
            busy={busy !== undefined}
            busyText={busy === 'photos' ? 'Subiendo fotos…' : 'Enviando…'}
            disabled={!form.known || missing.length > 0 || (wait > 0 && step === 3)}
          >
            {step === 3 ? 'Enviar solicitud' : 'Siguiente'}
          </BusyButton>
        </div>
      </form>
      <aside className="claim-rail" aria-labelledby="reclamo-resumen">
        <p className="claim-rail-title" id="reclamo-resumen">
          Resumen del reclamo
        </p>
        <ClaimFacts claim={form.claim} photos={form.photos} brief />
      </aside>
    </div>
  )
}

interface StepFieldsProps {
  step: ClaimStep
  session: Session | null
  form: WrittenClaim
  errors: ClaimErrors
}

function StepFields({ step, session, form, errors }: StepFieldsProps) {
  if (step === 1) return <OrderStep session={session} form={form} errors={errors} />
  if (step === 2) return <ProductStep form={form} errors={errors} />
  return <DetailsStep form={form} errors={errors} />
}

/** The step stands in the address, so that "back" of the browser goes one step back. */
function useStep(): [ClaimStep, (to: ClaimStep, from: ClaimStep) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const asked = Number(search.get('paso'))
  const step: ClaimStep = asked === 2 || asked === 3 ? asked : 1
  const go = (to: ClaimStep, from: ClaimStep) => {
    // Back the way one came, so that "Anterior" and "back" are the same.
    if (to < from && isFrom(state, to)) {
      void navigate(-1)
      return
    }
    const next = new URLSearchParams(search)
    if (to === 1) next.delete('paso')
    else next.set('paso', String(to))
    const there = { search: next.size === 0 ? '' : `?${next}` }
    void navigate(there, to > from ? { state: { claimStepBefore: from } } : { replace: true })
  }
  return [step, go]
}

function isFrom(state: unknown, step: ClaimStep): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'claimStepBefore' in state &&
    state.claimStepBefore === step
  )
}

function useHeadingFocus(step: ClaimStep, title: { current: HTMLHeadingElement | null }): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) title.current?.focus()
    before.current = step
  }, [step, title])
}

function summaryTitle(refused: ClaimRefused | undefined, errors: ClaimErrors): string {
  if (refused) return refused.text
  const required: ClaimField[] = [
    'description',
    'name',
    'email',
    'purchase_date',
    'product_name',
    'germination_date',
  ]
  return required.some(
    (field) => errors[field]?.endsWith('requerido') || errors[field]?.endsWith('requerida'),
  )
    ? FIELDS_REQUIRED
    : 'Hay un problema'
}

function summaryOf(refused: ClaimRefused | undefined, errors: ClaimErrors) {
  const fields = Object.entries(errors).map(([field, text]) => ({
    field: CLAIM_IDS[field as ClaimField],
    text,
  }))
  if (!refused) return fields
  // Said once: a refusal of one field has the same words as its field.
  const own = fields.filter(({ text }) => text !== refused.text)
  return [{ text: refused.note || 'Revisar los datos y enviar otra vez.' }, ...own]
}

/** Beside the disabled button: what it waits for, each a link to its place. */
function Missing({ missing }: { missing: { field: ClaimField; word: string }[] }) {
  const isSentence = missing[0]?.word.startsWith('Por favor')
  return (
    <p className="claim-missing" role="status">
      {missing.length > 0 && !isSentence && `Para seguir ${missing.length === 1 ? 'falta' : 'faltan'}: `}
      {missing.length > 0 && (
        <span className="claim-missing-links">
          {missing.map(({ field, word }, index) => (
            <Fragment key={field}>
              <FocusLink id={CLAIM_IDS[field]}>{word}</FocusLink>
              {index < missing.length - 1 && '\u00a0· '}
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}

function Waiting({ form }: { form: WrittenClaim }) {
  if (form.failed) return <ErrorPanel title={form.failed} onRetry={form.reload} />
  return <ClaimSkeleton />
}

export function ClaimSkeleton() {
  return (
    <div className="claim-waiting" aria-busy="true">
      <LoadingNote />
      <Skeleton className="claim-skeleton-row" />
      <Skeleton className="claim-skeleton-row" />
      <Skeleton className="claim-skeleton-card" />
    </div>
  )
}

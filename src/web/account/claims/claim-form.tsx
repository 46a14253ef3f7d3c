import { Check, BadgeCheck } from 'lucide-react'
import { useNavigate, useSearchParams, Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FIELDS_REQUIRED } from '../../../contract/warranty/claim-rules.ts'
import type { Session } from '../../session/session.ts'
import { MissingLinks } from '../../forms/missing-links.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { LoadingCards } from '../../ui/list/card-skeleton.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { OrderStep, ProductStep } from './claim-fields.tsx'
import { ClaimFacts, DetailsStep } from './details-step.tsx'
import {
  CLAIM_IDS,
  type ClaimField,
  type ClaimRule,
  type ClaimStep,
  missingIn,
  CLAIM_STEPS,
} from './claim-rules.ts'
import { useClaim, type WrittenClaim, NotFiled } from './use-claim.ts'
import { useFileClaim } from './use-file-claim.ts'
import { useHandedOver } from '../use-handed-over.ts'
import { within } from '../../../contract/settings/settings-rules.ts'
import { shopSettings } from '../../data/queries.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import './claim-form.css'

const FORM = 'reclamo'

interface ClaimFormProps {
  session: Session | null
  rule: ClaimRule
  /** Heading level of the step's question. */
  heading: 'h1' | 'h2'
  onFiled: (id: number) => void
}

/** The three steps of a claim. The user must be its key: a draft belongs to one user. */
export function ClaimForm({ session, rule, heading, onFiled }: ClaimFormProps) {
  const [asked, go] = useStep()
  const form = useClaim(session, rule, asked)
  const { step } = form
  const filing = useFileClaim(session, form, onFiled)
  const wait = step === 3 ? filing.wait : 0
  const next = async () => (step === 3 ? filing.file() : go((step + 1) as ClaimStep, step))
  return (
    <div className="claim-columns stack-4">
      <form
        id={FORM}
        className="claim-form stack-4"
        method="post"
        noValidate
        onSubmit={form.onSubmit(next, wait > 0)}
      >
        <ClaimSteps step={step} />
        <StepHeading as={heading} step={step} className="claim-question">
          {QUESTIONS[step]}
        </StepHeading>
        <Problems form={form} />
        {!form.account.isKnown && <Waiting form={form} />}
        {form.account.isKnown && step === 1 && <OrderStep session={session} form={form} />}
        {form.account.isKnown && step === 2 && <ProductStep form={form} />}
        {form.account.isKnown && step === 3 && <DetailsStep form={form} />}
        <Missing form={form} />
        {wait > 0 && (
          <p className="claim-wait callout warn strong" role="timer">
            Volver a enviar en {inClock(wait)}
          </p>
        )}
        <Bar
          form={form}
          isWaiting={wait > 0}
          busyText={filing.stage === 'photos' ? 'Subiendo fotos…' : 'Enviando…'}
          onBack={() => go((step - 1) as ClaimStep, step)}
        />
      </form>
      {/* The claim so far, beside the form. */}
      <aside className="surface claim-rail" aria-labelledby="reclamo-resumen">
        <p className="claim-rail-title" id="reclamo-resumen">
          Resumen del reclamo
        </p>
        <ClaimFacts claim={form.claim} photos={form.photos} brief />
      </aside>
    </div>
  )
}

interface BarProps {
  form: WrittenClaim
  /** Too many requests: the server would refuse it now. */
  isWaiting: boolean
  busyText: string
  onBack: () => void
}

function Bar({ form, isWaiting, busyText, onBack }: BarProps) {
  const { step, isBusy } = form
  const isMissing = !form.account.isKnown || missingIn(step, form.claim).length > 0
  return (
    <div className="claim-bar" data-bottom-bar="">
      {step > 1 && (
        <button
          type="button"
          className="button secondary large"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => !isBusy && onBack()}
        >
          Anterior
        </button>
      )}
      <BusyButton
        type="submit"
        className="primary large"
        busy={isBusy}
        busyText={busyText}
        disabled={isMissing || isWaiting}
      >
        {step === 3 ? 'Enviar solicitud' : 'Siguiente'}
      </BusyButton>
    </div>
  )
}

/** The errors of the last submit, above the step. */
function Problems({ form: { failure, errors, tries, idOf } }: { form: WrittenClaim }) {
  if (!failure) return null
  const refused = failure.error instanceof NotFiled ? failure.error : undefined
  const fields = Object.entries(errors)
    // A refusal of one field has the same text as its field: shown once.
    .filter(([, text]) => text !== refused?.message)
    .map(([field, text]) => ({ field: idOf(field), text }))
  const note = refused && { text: refused.note || 'Revisá los datos y enviá otra vez.' }
  const title = refused?.message ?? (isIncomplete(errors) ? FIELDS_REQUIRED : 'Hay un problema')
  return <ErrorSummary title={title} errors={note ? [note, ...fields] : fields} submits={tries} />
}

const REQUIRED: ClaimField[] = [
  'description',
  'name',
  'email',
  'purchase_date',
  'product_name',
  'germination_date',
]

function isIncomplete(errors: Record<string, string>): boolean {
  return REQUIRED.some((field) => /requerid[oa]$/.test(errors[field] ?? ''))
}

/** Beside the disabled button: what is missing, each with a link to its place. */
function Missing({ form: { account, step, claim } }: { form: WrittenClaim }) {
  const missing = account.isKnown ? missingIn(step, claim) : []
  const isSentence = missing[0]?.word.startsWith('Por favor')
  return (
    <p className="claim-missing taps" role="status">
      {missing.length > 0 && !isSentence && (
        <span>{`Para seguir ${missing.length === 1 ? 'falta' : 'faltan'}: `}</span>
      )}
      {missing.length > 0 && (
        <span className="claim-missing-links">
          <MissingLinks links={missing.map(({ field, word }) => ({ id: CLAIM_IDS[field], word }))} />
        </span>
      )}
    </p>
  )
}

function Waiting({ form: { account } }: { form: WrittenClaim }) {
  if (account.failed) return <ErrorPanel title={account.failed} onRetry={account.reload} />
  return <ClaimSkeleton />
}

export function ClaimSkeleton() {
  return (
    <LoadingCards
      className="claim-waiting stack-3"
      cards={['claim-skeleton-row', 'claim-skeleton-row', 'claim-skeleton-card']}
      parts={['title', 'line', 'line', 'field']}
    />
  )
}

/** The heading of each step. */
export const QUESTIONS: Record<ClaimStep, string> = {
  1: '¿De qué compra es el reclamo?',
  2: '¿Qué producto no germinó?',
  3: '¿Qué pasó con las semillas?',
}

/** The progress: a bar, the number, and the names of the steps. */
export function ClaimSteps({ step }: { step: ClaimStep }) {
  return (
    <div className="claim-steps">
      <p className="strong note">
        Paso {step} de {CLAIM_STEPS.length}
      </p>
      <progress value={step} max={CLAIM_STEPS.length} aria-label="Avance del reclamo" />
      <ol className="claim-steps-names note">
        {CLAIM_STEPS.map((name, index) => (
          <li key={name} aria-current={index + 1 === step ? 'step' : undefined}>
            {index + 1 < step && <Check aria-hidden="true" size={16} />}
            <span>{name}</span>
            {index + 1 < step && <span className="visually-hidden"> completado</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The step is in the address, so that the browser's Back goes one step back. */
function useStep(): [ClaimStep, (to: ClaimStep, from: ClaimStep) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const before = useHandedOver('claimStepBefore')
  const asked = Number(search.get('paso'))
  const step: ClaimStep = asked === 2 || asked === 3 ? asked : 1
  const go = (to: ClaimStep, from: ClaimStep) => {
    // Goes back in the history, so that "Anterior" and Back do the same.
    if (to < from && before === to) {
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

/** The number of the claim just filed, from the form's navigation; it survives a reload. */
export function useFiledClaim(): number | undefined {
  return useHandedOver('claimFiled')
}

/** Confirms a filed claim: its number, and when to expect an answer. `children`: next steps. The number must be its key. */
export function ClaimFiled({ id, children }: { id: number; children?: ReactNode }) {
  const answeredIn = useQuery(shopSettings()).data?.claim_reply
  return (
    <section className="done-panel callout ok claim-filed" aria-labelledby="reclamo-enviado">
      <StepHeading as="h2" id="reclamo-enviado">
        <BadgeCheck aria-hidden="true" size={26} />
        Solicitud enviada con éxito
      </StepHeading>
      <p>
        Es el <strong>Reclamo #{id}</strong>. Lo revisamos y te respondemos por email{within(answeredIn)}.
      </p>
      {children && <div className="claim-filed-actions wrap-2">{children}</div>}
    </section>
  )
}

/** Staff review claims in the panel and file none. */
export function StaffPointer() {
  return (
    <div className="surface account-card stack-3">
      <p>Los reclamos de garantía se revisan en el panel de administración.</p>
      <div className="account-save row-3">
        <Link className="button primary" to={adminPaths('/admin').claims()}>
          Ir al panel de garantías
        </Link>
      </div>
    </div>
  )
}

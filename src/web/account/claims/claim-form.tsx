import { FIELDS_REQUIRED } from '../../../contract/warranty/claim-rules.ts'
import type { Session } from '../../session/session.ts'
import { MissingLinks } from '../../forms/missing-links.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { inClock } from '../../ui/form/use-countdown.ts'
import { LoadingCards } from '../../ui/list/card-skeleton.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import './claim-form.css'
import { ClaimFacts } from './claim-facts.tsx'
import { CLAIM_IDS, type ClaimField, type ClaimRule, type ClaimStep, missingIn } from './claim-rules.ts'
import { ClaimSteps, QUESTIONS } from './claim-steps.tsx'
import { DetailsStep } from './details-step.tsx'
import { OrderStep } from './order-step.tsx'
import { ProductStep } from './product-step.tsx'
import { useClaim, type WrittenClaim } from './use-claim.ts'
import { NotFiled } from './not-filed.ts'
import { useFileClaim } from './use-file-claim.ts'
import { useStep } from './use-step.ts'

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
        {form.account.isKnown ? <StepFields session={session} form={form} /> : <Waiting form={form} />}
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
      <Rail form={form} />
    </div>
  )
}

/** The claim so far, beside the form. */
function Rail({ form }: { form: WrittenClaim }) {
  return (
    <aside className="claim-rail" aria-labelledby="reclamo-resumen">
      <p className="claim-rail-title" id="reclamo-resumen">
        Resumen del reclamo
      </p>
      <ClaimFacts claim={form.claim} photos={form.photos} brief />
    </aside>
  )
}

function StepFields({ session, form }: { session: Session | null; form: WrittenClaim }) {
  if (form.step === 1) return <OrderStep session={session} form={form} />
  return form.step === 2 ? <ProductStep form={form} /> : <DetailsStep form={form} />
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

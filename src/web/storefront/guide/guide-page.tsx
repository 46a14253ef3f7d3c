import { useQuery } from '@tanstack/react-query'
import { BellRing, Lightbulb, Printer, RotateCcw, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { GuideStep } from '../../../contract/settings/guide.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { saveAs } from '../../browser/save-as.ts'
import { prime } from '../../data/prime.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { guide } from '../../data/guide-query.ts'
import { shopSettings } from '../../data/queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import './guide.css'
import './guide-print.css'
import { reminderFile } from './calendar-file.ts'
import { ClaimLink, GuideNotice, NoticePoints, useNotice } from './guide-notice.tsx'
import { useChecklist } from './use-checklist.ts'
import { useScreenAwake } from './use-screen-awake.ts'

export const loader = prime(() => [shopSettings(), guide()])

const NO_STEPS: GuideStep[] = []
const SKELETONS = ['guide-skeleton', 'guide-skeleton']

/** `/como-germinar`: the steps in large type. Without scripts only ticks and reminders are missing. */
export default function GuidePage() {
  const hydrated = useHydrated()
  const { ticked, toggle, clear } = useChecklist()
  const [notice, showNotice] = useNotice()
  const { data } = useQuery(guide())
  const steps = data?.steps ?? NO_STEPS
  const points = data?.points ?? []
  return (
    <div className="guide-page page">
      <PageHead
        title="Guía de Germinación"
        description={`Cómo germinar semillas de cannabis: ${steps.map(inShort).join(', ')}.`}
        path={paths.germination()}
        image="/pictures/guia-3-remojo/640.webp"
      />
      <GuideNotice view={data && notice} points={points} onShow={showNotice} />
      <GuideHead intro={data?.intro} />
      <Progress steps={steps} ticked={ticked} />
      <div className="guide-columns stack-5">
        <Steps ticked={ticked} onToggle={toggle} live={hydrated} />
        <WarrantyNote points={points} live={hydrated} onNotice={showNotice} />
      </div>
      <div className="guide-end wrap-2">
        <Link className="button primary large" to={paths.catalogue()}>
          Comprar Semillas
        </Link>
        {hydrated && <GuideButtons onClear={ticked.length > 0 ? clear : undefined} />}
      </div>
    </div>
  )
}

/** 'remojar (24–72 h)' */
const inShort = ({ title, fact }: GuideStep) => title.toLowerCase() + (fact && ` (${fact})`)

function GuideHead({ intro }: { intro: string | undefined }) {
  const isAwake = useScreenAwake()
  return (
    <header className="guide-head stack-2">
      <h1 tabIndex={-1}>Guía de Germinación</h1>
      {intro && <p>{intro}</p>}
      {/* Reserves its space. */}
      <p className={isAwake ? 'guide-awake' : 'guide-awake is-off'}>
        <Lightbulb aria-hidden="true" size={18} />
        La pantalla queda encendida mientras la guía está abierta.
      </p>
    </header>
  )
}

interface StepsProps {
  ticked: readonly string[]
  onToggle: (id: string) => void
  /** After hydration: reminders can be created. */
  live: boolean
}

function Steps(props: StepsProps) {
  const { data, error, isFetching, refetch } = useQuery(guide())
  if (!data && error && !isFetching)
    return <ErrorPanel title="Error al cargar la guía" note={error.message} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlocks className="guide-steps two-columns" blocks={SKELETONS} />
  return (
    <ol className="guide-steps two-columns">
      {data.steps.map((step, index) => (
        <Step key={step.title} step={step} number={index + 1} {...props} />
      ))}
    </ol>
  )
}

interface WarrantyNoteProps {
  points: string[]
  live: boolean
  onNotice: ReturnType<typeof useNotice>[1]
}

function WarrantyNote({ points, live, onNotice }: WarrantyNoteProps) {
  return (
    <aside className="guide-note" aria-labelledby="guia-garantia">
      <h2 id="guia-garantia">
        <ShieldCheck aria-hidden="true" size={24} />
        Garantía de germinación
      </h2>
      <NoticePoints points={points} />
      <div className="guide-note-actions wrap-2">
        {live && (
          <button type="button" className="button quiet" onClick={() => onNotice('notice')}>
            Ver aviso de garantía
          </button>
        )}
        <ClaimLink className="button secondary" onOffer={() => onNotice('offer')} />
      </div>
    </aside>
  )
}

/** `onClear`: undefined without ticks. */
function GuideButtons({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <>
      <IconButton icon={Printer} text="Imprimir la guía" className="large" onClick={() => window.print()} />
      {onClear && (
        <IconButton
          icon={RotateCcw}
          text="Empezar de nuevo"
          look="quiet"
          className="large"
          onClick={onClear}
        />
      )}
    </>
  )
}

/** Keyed by text, so that ticks survive added or moved steps. */
const tickOf = (step: GuideStep, check: string) => `${step.title}: ${check}`

function isDone(step: GuideStep, ticked: readonly string[]): boolean {
  return step.checks.length > 0 && step.checks.every((check) => ticked.includes(tickOf(step, check)))
}

/** Dots that stay visible: links to the steps, and which are done. */
function Progress({ steps, ticked }: { steps: GuideStep[]; ticked: readonly string[] }) {
  return (
    <nav className="guide-progress" aria-label="Pasos">
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <a
              href={`#paso-${index + 1}`}
              className={isDone(step, ticked) ? 'guide-dot guide-dot-done' : 'guide-dot'}
            >
              <span aria-hidden="true">{index + 1}</span>
              <span className="visually-hidden">
                Paso {index + 1}: {step.title}
                {isDone(step, ticked) && ', completado'}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface StepProps extends StepsProps {
  step: GuideStep
  number: number
}

function Step({ step, number, ticked, onToggle, live }: StepProps) {
  return (
    <li className="guide-step surface" id={`paso-${number}`} tabIndex={-1}>
      <Picture
        className="guide-step-picture"
        src={step.picture}
        alt={step.picture_words}
        sizes="(min-width: 992px) 400px, 100vw"
        widths={[320, 640]}
        width={640}
        height={480}
        priority={number === 1}
      />
      <div className="guide-step-words stack-3">
        <h2>
          <span className="guide-step-number" aria-hidden="true">
            {number}
          </span>
          <span className="visually-hidden">Paso {number}: </span>
          {step.title}
        </h2>
        {step.fact && <p className="guide-step-fact">{step.fact}</p>}
        {step.words && <p>{step.words}</p>}
        <Checks step={step} ticked={ticked} onToggle={onToggle} />
        {live && step.reminder && (
          <button
            type="button"
            className="button secondary guide-remind"
            onClick={() => saveReminder(number, step.reminder)}
          >
            <BellRing aria-hidden="true" size={20} />
            Recordarme en 24 h<span className="visually-hidden">: {step.title}</span>
          </button>
        )}
      </div>
    </li>
  )
}

function Checks({ step, ticked, onToggle }: Pick<StepProps, 'step' | 'ticked' | 'onToggle'>) {
  return (
    <ul className="guide-checks">
      {step.checks.map((check) => (
        <li key={check}>
          <label>
            <input
              type="checkbox"
              checked={ticked.includes(tickOf(step, check))}
              onChange={() => onToggle(tickOf(step, check))}
            />
            {check}
          </label>
        </li>
      ))}
    </ul>
  )
}

function saveReminder(step: number, text: string): void {
  const address = window.location.origin + paths.germination()
  const file = new Blob([reminderFile({ text, now: new Date(), address })], { type: 'text/calendar' })
  saveAs(file, `germinacion-paso-${step}.ics`)
  showToast('success', 'Recordatorio descargado: abrilo para agregarlo al calendario')
}

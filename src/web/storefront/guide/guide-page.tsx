import { BellRing, Lightbulb, Printer, RotateCcw, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useHydrated } from '../../browser/hydrated.ts'
import { prime } from '../../data/prime.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast.tsx'
import '../../ui/button.css'
import './guide.css'
import './guide-print.css'
import { reminderFile } from './calendar-file.ts'
import { ClaimLink, GuideNotice, NoticePoints, useNotice } from './guide-notice.tsx'
import { type GuideStep, guideSteps } from './guide-steps.ts'
import { sitePicture } from '../shell/site-picture.ts'
import { useChecklist } from './use-checklist.ts'
import { useScreenAwake } from './use-screen-awake.ts'

// The page needs no data. But the only page without it would split the entry in two: 1.2 kB more for every first visit.
export const loader = prime(() => [shopSettings()])

/** `/como-germinar`: four steps to read with wet hands. Without scripts only ticks and reminders are missing. */
export default function GuidePage() {
  const hydrated = useHydrated()
  const { ticked, toggle, clear } = useChecklist()
  const [notice, showNotice] = useNotice()
  return (
    <div className="guide-page page">
      <PageHead
        title="Guía de Germinación"
        description="Cómo germinar semillas de cannabis en cuatro pasos: aclimatar 24–48 h, agua a 20–25 °C, remojo de 24–72 h y siembra a 1–2 cm."
        path={paths.germination()}
        image="/pictures/guia-3-remojo/640.webp"
      />
      <GuideNotice view={notice} onShow={showNotice} />
      <GuideHead />
      <Progress ticked={ticked} />
      <div className="guide-columns">
        <ol className="guide-steps">
          {guideSteps.map((step, index) => (
            <Step
              key={step.id}
              step={step}
              number={index + 1}
              ticked={ticked}
              onToggle={toggle}
              live={hydrated}
            />
          ))}
        </ol>
        <WarrantyNote live={hydrated} onNotice={showNotice} />
      </div>
      <div className="guide-end">
        <Link className="button primary large" to={paths.catalogue()}>
          Comprar Semillas
        </Link>
        {hydrated && <GuideButtons onClear={ticked.length > 0 ? clear : undefined} />}
      </div>
    </div>
  )
}

function GuideHead() {
  const isAwake = useScreenAwake()
  return (
    <header className="guide-head">
      <h1 tabIndex={-1}>Guía de Germinación</h1>
      <p>Cuatro pasos, de tres a cinco días. Con manos limpias y sin apuro.</p>
      {/* Its place is kept until it is true. */}
      <p className={isAwake ? 'guide-awake' : 'guide-awake is-off'}>
        <Lightbulb aria-hidden="true" size={18} />
        La pantalla queda encendida mientras la guía está abierta.
      </p>
    </header>
  )
}

interface WarrantyNoteProps {
  live: boolean
  onNotice: ReturnType<typeof useNotice>[1]
}

function WarrantyNote({ live, onNotice }: WarrantyNoteProps) {
  return (
    <aside className="guide-note" aria-labelledby="guia-garantia">
      <h2 id="guia-garantia">
        <ShieldCheck aria-hidden="true" size={24} />
        Garantía de germinación
      </h2>
      <NoticePoints />
      <div className="guide-note-actions">
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

function isDone(step: GuideStep, ticked: readonly string[]): boolean {
  return step.checks.every(({ id }) => ticked.includes(id))
}

/** Four dots that stay visible: links to the steps, and which are done. */
function Progress({ ticked }: { ticked: readonly string[] }) {
  return (
    <nav className="guide-progress" aria-label="Pasos">
      <ol>
        {guideSteps.map((step, index) => (
          <li key={step.id}>
            <a
              href={`#${step.id}`}
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

interface StepProps {
  step: GuideStep
  number: number
  ticked: readonly string[]
  onToggle: (id: string) => void
  /** After hydration: reminders can be created. */
  live: boolean
}

function Step({ step, number, ticked, onToggle, live }: StepProps) {
  return (
    <li className="guide-step" id={step.id} tabIndex={-1}>
      <Picture
        className="guide-step-picture"
        src={sitePicture(step.picture, 640)}
        alt={step.pictureWords}
        sizes="(min-width: 992px) 400px, 100vw"
        widths={[320, 640]}
        width={640}
        height={480}
        priority={number === 1}
      />
      <div className="guide-step-words">
        <h2>
          <span className="guide-step-number" aria-hidden="true">
            {number}
          </span>
          <span className="visually-hidden">Paso {number}: </span>
          {step.title}
        </h2>
        <p className="guide-step-fact">{step.fact}</p>
        <p>{step.words}</p>
        <Checks step={step} ticked={ticked} onToggle={onToggle} />
        {live && step.reminder && (
          <button
            type="button"
            className="button secondary guide-remind"
            onClick={() => saveReminder(step.id, step.reminder ?? '')}
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
      {step.checks.map(({ id, text }) => (
        <li key={id}>
          <label>
            <input type="checkbox" checked={ticked.includes(id)} onChange={() => onToggle(id)} />
            {text}
          </label>
        </li>
      ))}
    </ul>
  )
}

function saveReminder(id: string, text: string): void {
  const address = window.location.origin + paths.germination()
  const file = new Blob([reminderFile({ text, now: new Date(), address })], { type: 'text/calendar' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `germinacion-${id}.ics`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  showToast('success', 'Recordatorio descargado: abrilo para agregarlo al calendario')
}

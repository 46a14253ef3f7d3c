import { formatNumber } from '../../../contract/place.ts'
import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { counted } from '../kit/counted.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { tabAttempt } from '../../browser/drafts.ts'
import { Refusal } from '../../data/api.ts'
import { saysNotDone, sendOnce } from '../../data/send-once.ts'
import { showToast } from '../../ui/toast.tsx'
import { pricesChanged } from './prices-query.ts'
import { fileCall } from '../../data/download.ts'

/** Products listed; the count tells the rest. */
const SHOWN = 100

const RULES = [
  'Se guarda entera o no se guarda nada. Primero se ve qué cambiaría.',
  'Lo que no está en la planilla queda como está. Pueden faltar columnas: ID, ID presentación y Precio son una lista de precios.',
  'Una celda vacía borra un texto; en precio, descuento y stock no cambia nada.',
  'CSV de hasta 2 MB. Un archivo de Excel (.xlsx) se guarda antes como «CSV UTF-8».',
  'Mientras se guarda, los pedidos de esos productos esperan: conviene una hora tranquila.',
]

/** Export and import of all products as CSV. */
export function Sheets() {
  return (
    <div className="sheets">
      <DownloadPanel />
      <UploadPanel />
    </div>
  )
}

function DownloadPanel() {
  return (
    <Panel title="Descargar">
      <p>
        Todos los productos, una fila por presentación, en un CSV que abre Excel. Tiene precios: no lo
        compartas.
      </p>
      <DownloadButton path="/products/export/" name="productos.csv">
        Descargar planilla
      </DownloadButton>
    </Panel>
  )
}

function UploadPanel() {
  const sheet = useSheet()
  const { report } = sheet
  const canSave = report && !report.saved && report.problem_count === 0 && report.changes.length > 0
  return (
    <Panel title="Subir">
      <ul className="sheet-rules">
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Field
        label="Planilla (CSV)"
        type="file"
        accept=".csv,text/csv,.txt"
        error={sheet.failure}
        disabled={sheet.busy === 'saving'}
        // The corrected file may have the same name, which would be no change.
        onClick={(event) => {
          event.currentTarget.value = ''
          sheet.choose(undefined)
        }}
        onChange={(event) => sheet.choose(event.target.files?.[0])}
      />
      <output>{sheet.busy ? BUSY[sheet.busy] : report && summary(report)}</output>
      {sheet.busy && <progress className="sheet-progress" aria-label={BUSY[sheet.busy]} />}
      {report && <Report report={report} />}
      {canSave && (
        <BusyButton busy={sheet.busy === 'saving'} busyText="Guardando…" onClick={sheet.save}>
          {`Guardar ${counted(report.changes.length, 'cambio', 'cambios')}`}
        </BusyButton>
      )}
    </Panel>
  )
}

const BUSY = {
  trying: 'Leyendo la planilla…',
  saving:
    'Guardando la planilla: con miles de productos tarda unos minutos. No hace falta esperar en esta página.',
}

function summary({ problem_count: problems, changes, unchanged, saved }: SheetReport): string {
  if (problems > 0) return `Hay ${counted(problems, 'error', 'errores')}: no se guardó nada.`
  const count = `${counted(changes.length, 'producto', 'productos')} con cambios, ${formatNumber(unchanged)} sin cambios.`
  return saved ? `Guardado: ${count}` : count
}

function Report({ report: { problems, problem_count: count, changes } }: { report: SheetReport }) {
  const shown = changes.slice(0, SHOWN)
  return (
    <div className="sheet-report">
      {problems.length > 0 && (
        <ul className="sheet-problems" aria-label="Errores">
          {problems.map(({ row, text }) => (
            <li key={`${row} ${text}`}>{`Fila ${row}: ${text}`}</li>
          ))}
        </ul>
      )}
      {count > problems.length && <p>{`… y ${formatNumber(count - problems.length)} más`}</p>}
      {count === 0 && shown.length > 0 && (
        <ul aria-label="Cambios">
          {shown.map(({ id, name, facts }, place) => (
            <li key={id ?? `new ${place}`}>
              <strong>{name}</strong>: {facts.join('; ')}
            </li>
          ))}
        </ul>
      )}
      {count === 0 && changes.length > shown.length && (
        <p>{`… y ${formatNumber(changes.length - shown.length)} más`}</p>
      )}
    </div>
  )
}

const attempt = tabAttempt('sheetAttempt', 'owner')

function saveSheet(sheet: File): Promise<SheetReport> {
  const { name, size, lastModified } = sheet
  return sendOnce(attempt, { name, size, lastModified }, (key) => sendSheet(sheet, key))
}

/** A chosen sheet is checked by a dry run; it is saved after its report was shown, and again if the outcome is unknown. */
function useSheet() {
  const client = useQueryClient()
  const [report, setReport] = useState<SheetReport>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState<'trying' | 'saving'>()
  const latest = useRef<File>(undefined)
  const send = async (sheet: File, dryRun: boolean) => {
    setBusy(dryRun ? 'trying' : 'saving')
    setFailure('')
    try {
      const answer = await (dryRun ? sendSheet(sheet) : saveSheet(sheet))
      // Another file was chosen meanwhile.
      if (latest.current !== sheet) return
      setReport(answer)
      if (!answer.saved) return
      showToast('success', 'Planilla guardada')
      pricesChanged(client)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (latest.current !== sheet) return
      if (dryRun || saysNotDone(error)) setReport(undefined)
      setFailure(error.message)
    } finally {
      if (latest.current === sheet) setBusy(undefined)
    }
  }
  return {
    report,
    failure,
    busy,
    choose: (chosen: File | undefined) => {
      latest.current = chosen
      setBusy(undefined)
      setReport(undefined)
      setFailure('')
      if (chosen) void send(chosen, true)
    },
    save: () => latest.current && void send(latest.current, false),
  }
}

/** Without a key a dry run, which only reports the changes. Throws `Refusal`. */
async function sendSheet(file: File, key?: string): Promise<SheetReport> {
  const form = new FormData()
  form.append('file', file)
  const response = await fileCall('POST', `/products/import/${key ? '' : '?dry_run=true'}`, {
    body: form,
    idempotencyKey: key,
  })
  return (await response.json()) as SheetReport // safe: the serializer of that endpoint wrote it
}

import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import type { StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { LeaveDialog } from '../../../forms/leave-dialog.tsx'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { AsyncList } from '../../../ui/list/async-list.tsx'
import { type PlainColumn, PlainTable } from '../../kit/data-table.tsx'
import { ListHead } from '../../kit/list-head.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { RefreshButton } from '../../kit/refresh-button.tsx'
import { RowSkeletons } from '../../kit/row-skeletons.tsx'
import { NotOfRole, useMay } from '../../shell/rights.tsx'
import { countName } from '../../../../contract/catalog/stock-rules.ts'
import { CountList } from './count-list.tsx'
import { applyText, COUNT_STATE_LABEL, countText, unsavedText } from './count-words.ts'
import { countList, type CountLines, type CountSteps, useCountLines, useCountSteps } from './use-count.ts'
import '../../../forms/forms.css'
import '../stock-page.css'

const FAILED = 'Error al cargar los recuentos'

/** A stock count, while the shop sells. One count is open at a time; several people may type in it. */
export default function CountPage() {
  const may = useMay()('stock_write')
  return may ? <Counts /> : <NotOfRole />
}

function Counts() {
  const query = useQuery(countList())
  const steps = useCountSteps()
  const [newest] = query.data ?? []
  const open = newest?.state === 'open' ? newest : undefined
  // Here, as somebody else can close the count while there are unsaved lines.
  const lines = useCountLines(open?.id)
  const { blocker } = useLeaveGuard(lines.isUnsaved || lines.left.length > 0)
  return (
    <>
      <ListHead title={open ? countName(open.id) : 'Recuento'}>
        <RefreshButton refetch={query.refetch} words={{ done: 'Recuento actualizado', failed: FAILED }} />
        {!open && (
          <BusyButton busy={steps.isBusy} busyText="Empezando…" onClick={() => steps.start()}>
            Empezar un recuento
          </BusyButton>
        )}
      </ListHead>
      <p className="count-how">Contar lo que hay en el estante, también lo reservado sin entregar.</p>
      {steps.failure && <ErrorPanel title={steps.failure.text} note={steps.failure.reason} />}
      {lines.left.length > 0 && <Left lines={lines} />}
      {open ? (
        <Fragment key={open.id}>
          <CountList count={open} lines={lines} />
          <CountBar count={open} lines={lines} steps={steps} />
        </Fragment>
      ) : (
        <>
          {steps.applied && <Applied {...steps.applied} />}
          <Earlier query={query} />
        </>
      )}
      <LeaveDialog blocker={blocker} />
    </>
  )
}

/** Progress of the count, with buttons to close or discard it. */
function CountBar({ count, lines, steps }: { count: StockCount; lines: CountLines; steps: CountSteps }) {
  const [asking, setAsking] = useState<'apply' | 'discard'>()
  const question = {
    open: true,
    busy: steps.isBusy,
    error: steps.failure?.text,
    errorNote: steps.failure?.reason,
    onClose: () => setAsking(undefined),
  }
  const hasFailed = lines.failed.length > 0
  // Otherwise the dialog would reopen while the failed row is typed again.
  if (hasFailed && asking === 'apply') setAsking(undefined)
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="strong">{hasFailed ? unsavedText(lines.failed) : countText(count)}</output>
      <div className="save-bar-actions">
        <button type="button" className="button secondary" onClick={() => setAsking('discard')}>
          Descartar
        </button>
        <BusyButton
          busy={steps.isBusy}
          disabled={count.lines === 0 || hasFailed}
          onClick={() => setAsking('apply')}
        >
          {applyText(count)}
        </BusyButton>
      </div>
      {asking === 'apply' && (
        <ConfirmDialog
          {...question}
          title={`¿${applyText(count)}?`}
          confirmText={count.differing === 0 ? 'Cerrar' : 'Aplicar'}
          danger={false}
          blocked={lines.isSaving}
          onConfirm={() => steps.apply(count.id)}
        >
          <p>Lo que se vendió desde que se contó sigue vendido. El recuento queda cerrado.</p>
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          {...question}
          title={`¿Descartar el ${countName(count.id).toLowerCase()}?`}
          confirmText="Descartar"
          onConfirm={() => steps.discard(count.id)}
        >
          <p>El stock no cambia. Lo contado queda en la lista de recuentos, sin aplicar.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What was typed in a count that closed before it was saved. */
function Left({ lines }: { lines: CountLines }) {
  return (
    <section className="surface count-applied" role="alert" aria-label="Contado sin guardar">
      <p>
        <strong>El recuento se cerró antes de guardar:</strong>
      </p>
      <ul>
        {lines.left.map(([blister, { title, text }]) => (
          <li key={blister}>{`${title}: ${text}`}</li>
        ))}
      </ul>
      <button type="button" className="button secondary" onClick={lines.forgetLeft}>
        Quitar la nota
      </button>
    </section>
  )
}

/** The dialog's opener is gone. */
function focus(words: HTMLElement | null): void {
  words?.focus()
}

/** The result of the closed count, with refused lines. */
function Applied({ count, refused }: NonNullable<CountSteps['applied']>) {
  return (
    <section
      className="surface count-applied"
      ref={focus}
      tabIndex={-1}
      aria-label={`${countName(count.id)} aplicado`}
    >
      <p>
        <strong>{`${countName(count.id)} aplicado:`}</strong> {countText(count)}.
      </p>
      {refused.length > 0 && (
        <ul aria-label="Sin aplicar">
          {refused.map(({ text, ...line }) => (
            <li key={line.blister_id}>{`${presentationTitle(line)}: ${text}.`}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Earlier({ query }: { query: ReturnType<typeof useQuery<StockCount[]>> }) {
  const counts = query.data ?? []
  return (
    <AsyncList
      state={query}
      count={counts.length}
      countText=""
      skeleton={<RowSkeletons list="stack-3" row="stock-skeleton" count={3} />}
      empty={<EmptyState title="Todavía no hay recuentos" />}
      errorText={FAILED}
    >
      <PlainTable caption="Recuentos anteriores" columns={EARLIER} rows={counts} keyOf={({ id }) => id} />
    </AsyncList>
  )
}

const EARLIER: PlainColumn<StockCount>[] = [
  {
    name: 'Recuento',
    render: ({ id, created_at, user }) => (
      <>
        {`#${id}`}
        <span className="stock-facts">{[formatMoment(created_at), user].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  { name: 'Estado', render: ({ state }) => COUNT_STATE_LABEL[state] },
  { name: 'Contado', render: countText },
]

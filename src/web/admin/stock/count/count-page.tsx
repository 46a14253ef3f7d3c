import { useQuery } from '@tanstack/react-query'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import type { StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { AsyncList } from '../../../ui/list/async-list.tsx'
import { ListHead } from '../../lists/list-head.tsx'
import { formatMoment } from '../../lists/moments.ts'
import { RefreshButton } from '../../lists/refresh-button.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { NotOfRole, useMay } from '../../shell/rights.tsx'
import { countName } from '../../../../contract/catalog/stock-rules.ts'
import { CountBar } from './count-bar.tsx'
import { CountList } from './count-list.tsx'
import { countList } from './count-query.ts'
import { COUNT_STATE_LABEL, countText } from './count-words.ts'
import { type CountSteps, useCountLines, useCountSteps } from './use-count.ts'
import '../../lists/list-filters.css'
import '../../lists/list-tools.css'
import '../../lists/table.css'
import '../stock-page.css'
import './count-page.css'

const FAILED = 'Error al cargar los recuentos'

/** A stock count, while the shop sells. One count is open at a time; several people may type in it. */
export function CountPage() {
  const may = useMay()('stock_write')
  return may ? <Counts /> : <NotOfRole />
}

function Counts() {
  const query = useQuery(countList())
  const steps = useCountSteps()
  const [newest] = query.data ?? []
  const open = newest?.state === 'open' ? newest : undefined
  return (
    <>
      <ListHead title={open ? countName(open.id) : 'Recuento'}>
        <RefreshButton refetch={query.refetch} words={{ done: 'Recuento actualizado', failed: FAILED }} />
      </ListHead>
      <p className="count-how">Contar lo que hay en el estante, también lo reservado sin entregar.</p>
      {steps.failure && <ErrorPanel title={steps.failure.title} note={steps.failure.reason} />}
      {open ? (
        <OpenCount key={open.id} count={open} steps={steps} />
      ) : (
        <>
          {steps.applied && <Applied {...steps.applied} />}
          <BusyButton busy={steps.isBusy} busyText="Empezando…" onClick={() => void steps.start()}>
            Empezar un recuento
          </BusyButton>
          <Earlier query={query} />
        </>
      )}
    </>
  )
}

function OpenCount({ count, steps }: { count: StockCount; steps: CountSteps }) {
  const lines = useCountLines(count.id)
  return (
    <>
      <CountList count={count} lines={lines} />
      <CountBar count={count} lines={lines} steps={steps} />
    </>
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
      skeleton={<RowSkeletons list="stock-skeletons" row="stock-skeleton" count={3} />}
      empty={<EmptyState title="Todavía no hay recuentos" />}
      errorText={FAILED}
    >
      <div className="admin-table-frame admin-table-cards">
        <table className="admin-table">
          <caption className="visually-hidden">Recuentos anteriores</caption>
          <thead>
            <tr>
              <th scope="col">Recuento</th>
              <th scope="col">Estado</th>
              <th scope="col">Contado</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count) => (
              <tr key={count.id}>
                <th scope="row">
                  {`#${count.id}`}
                  <span className="stock-facts">
                    {[formatMoment(count.created_at), count.user].filter(Boolean).join(' · ')}
                  </span>
                </th>
                <td data-label="Estado">{COUNT_STATE_LABEL[count.state]}</td>
                <td data-label="Contado">{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AsyncList>
  )
}

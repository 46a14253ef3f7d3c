import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  closePriceSchedule,
  listPriceRuns,
  listPriceSchedules,
  undoPriceRun,
} from '../../../contract/catalog/calls.ts'
import { type PriceRule, ruleInWords, SCHEDULE_STATE_LABEL } from '../../../contract/catalog/price-rule.ts'
import type { PriceRun, PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { formatNumber } from '../../../contract/place.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { formatMoment } from '../../shop/dates.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { showToast } from '../../ui/toast.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { counted } from '../kit/counted.ts'
import { readPage } from '../kit/read-page.ts'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { todoChanged } from '../todo/todo-query.ts'
import { filterText, keptText, presentationsText, runTitle, sumsText } from './price-words.ts'
import { pricesChanged, pricesKey } from './prices-query.ts'

const PAGE_SIZE = 12

interface PriceListProps<Row> {
  /** In its query key. */
  name: string
  ask: (
    query: { page: number; page_size: number },
    signal: AbortSignal,
  ) => Promise<{ results: Row[]; count: number }>
  ver: 'historial' | 'programados'
  /** The outcome of the last action. */
  said: string
  rows: readonly [one: string, many: string]
  label: string
  pages: string
  emptyText: string
  errorText: string
  skeletons: number
  renderRow: (row: Row) => ReactNode
}

/** Price changes, made or planned, a page at a time. */
function PriceList<Row>(props: PriceListProps<Row>) {
  const [params] = useSearchParams()
  const page = readPage(params)
  const admin = useAdminPath()
  const href = admin.prices({ ver: props.ver })
  const query = useQuery({
    queryKey: [...pricesKey(), props.name, page],
    queryFn: ({ signal }) => props.ask({ page, page_size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  })
  const count = query.data?.count ?? 0
  return (
    <>
      <output className="admin-done">{props.said}</output>
      <AsyncList
        state={query}
        count={count}
        countText={counted(count, ...props.rows)}
        skeleton={<RowSkeletons list="stack-3" row="price-run-skeleton" count={props.skeletons} />}
        empty={
          <EmptyState title={props.emptyText}>
            <Link className="button secondary" to={admin.prices()}>
              Armar un cambio
            </Link>
          </EmptyState>
        }
        errorText={props.errorText}
      >
        <ul className="stack-3" aria-label={props.label}>
          {query.data?.results.map(props.renderRow)}
        </ul>
        <Pagination
          page={page}
          pages={Math.ceil(count / PAGE_SIZE)}
          href={(to) => (to > 1 ? `${href}&page=${to}` : href)}
          label={props.pages}
        />
      </AsyncList>
    </>
  )
}

/** An action on one row at a time: `busy` is its id, `said` the outcome of the last, which `work` resolves to. */
function usePriceAction(failed: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const [said, setSaid] = useState('')
  const run = async (id: number, work: () => Promise<string>) => {
    if (busy !== undefined) return
    setBusy(id)
    try {
      setSaid(await work())
    } catch (error) {
      setSaid(`${failed}. ${error instanceof Error ? error.message : ''}`)
      showToast('error', failed)
    } finally {
      setBusy(undefined)
      pricesChanged(client)
    }
  }
  return { run, busy, said }
}

/** Changes of many prices, newest first, each with its undo. */
export function RunsList() {
  const undoing = useUndo()
  return (
    <PriceList
      name="runs"
      ask={(query, signal) => call(listPriceRuns, { query, signal })}
      ver="historial"
      said={undoing.said}
      rows={['cambio de precios', 'cambios de precios']}
      label="Cambios de precios"
      pages="Páginas de cambios"
      emptyText="Todavía no hay cambios de precios"
      errorText="Error al cargar los cambios de precios"
      skeletons={4}
      renderRow={(run) => <RunCard key={run.id} run={run} undoing={undoing} />}
    />
  )
}

function RunCard({ run, undoing }: RunProps) {
  const { data: brands = [] } = useQuery(adminBrands())
  const filter = filterText(run.filter, brands)
  return (
    <li className="surface price-run row-3">
      <div>
        <h2>{runTitle(run)}</h2>
        {filter !== undefined && <p>{filter}</p>}
        <p>{sumsText(run.changed, run.sum_old, run.sum_new)}</p>
        <p className="price-run-facts">{`#${run.id} · ${formatMoment(run.created_at)} · ${run.user}`}</p>
      </div>
      {run.undone_by === null ? (
        <UndoButton run={run} undoing={undoing} />
      ) : (
        <p className="price-run-facts">Deshecho</p>
      )}
    </li>
  )
}

const UNDO_FAILED = 'Error al deshacer el cambio de precios'
const attempt = tabAttempt('undoAttempt', 'owner')

/** Undoes one run at a time; `said` is the result of the last. */
export function useUndo() {
  const { run, ...state } = usePriceAction(UNDO_FAILED)
  const undo = ({ id }: Pick<PriceRun, 'id'>) =>
    run(id, async () => {
      const { run: made, kept } = await sendOnce(attempt, { undo: id }, (idempotencyKey) =>
        call(undoPriceRun, { params: { id }, idempotencyKey }),
      )
      showToast('success', 'Precios deshechos')
      const done = `Cambio #${id} deshecho: ${presentationsText(made.changed)}.`
      return kept.length === 0 ? done : `${done} ${keptText(kept)}`
    })
  return { undo, ...state }
}

interface RunProps {
  run: PriceRun
  undoing: ReturnType<typeof useUndo>
}

export function UndoButton({ run, undoing }: RunProps) {
  return (
    <BusyButton
      className="secondary"
      busy={undoing.busy === run.id}
      busyText="Deshaciendo…"
      onClick={() => void undoing.undo(run)}
    >
      Deshacer
      <span className="visually-hidden">{` el cambio #${run.id}`}</span>
    </BusyButton>
  )
}

const CLOSE_FAILED = 'Error al cambiar lo programado'

/** Scheduled price changes, and the outcome of earlier ones. */
export function SchedulesList() {
  const closing = useClosing()
  return (
    <PriceList
      name="schedules"
      ask={(query, signal) => call(listPriceSchedules, { query, signal })}
      ver="programados"
      said={closing.said}
      rows={['cambio programado', 'cambios programados']}
      label="Cambios programados"
      pages="Páginas de programados"
      emptyText="No hay cambios programados"
      errorText="Error al cargar los cambios programados"
      skeletons={3}
      renderRow={(schedule) => <ScheduleCard key={schedule.id} schedule={schedule} closing={closing} />}
    />
  )
}

/** Cancels a scheduled change, or marks its outcome as read. */
function useClosing() {
  const client = useQueryClient()
  const { run, ...state } = usePriceAction(CLOSE_FAILED)
  const close = async ({ id, state: was }: PriceSchedule) => {
    await run(id, async () => {
      await call(closePriceSchedule, { params: { id }, query: { was } })
      return was === 'scheduled' ? `Cambio #${id} cancelado.` : `Cambio #${id} revisado.`
    })
    todoChanged(client)
  }
  return { close, ...state }
}

function ScheduleCard({
  schedule,
  closing,
}: {
  schedule: PriceSchedule
  closing: ReturnType<typeof useClosing>
}) {
  const { id, state, rule, filter, apply_at, count, sum_old, sum_new, user, is_seen } = schedule
  const { data: brands = [] } = useQuery(adminBrands())
  const isOpen = state === 'scheduled'
  const [isCancelling, setIsCancelling] = useState(false)
  const close = () => void closing.close(schedule)
  return (
    <li className="surface price-run row-3">
      <div>
        {/* safe: stored rules are complete */}
        <h2>{ruleInWords(rule as PriceRule)}</h2>
        <p>{filterText(filter, brands)}</p>
        <p>{`${SCHEDULE_STATE_LABEL[state]}: ${formatMoment(apply_at)} · ${sumsText(count, sum_old, sum_new)}`}</p>
        {outcome(schedule) && <p>{outcome(schedule)}</p>}
        <p className="price-run-facts">{`#${id} · ${user}`}</p>
      </div>
      {(isOpen || !is_seen) && (
        <BusyButton
          className="secondary"
          busy={closing.busy === id}
          busyText="Guardando…"
          aria-haspopup={isOpen ? 'dialog' : undefined}
          onClick={isOpen ? () => setIsCancelling(true) : close}
        >
          {isOpen ? 'Cancelar' : 'Revisado'}
          <span className="visually-hidden">{` el cambio #${id}`}</span>
        </BusyButton>
      )}
      <ConfirmDialog
        // What has run meanwhile must not be marked as read instead.
        open={isCancelling && isOpen}
        title={`Cancelar el cambio #${id}`}
        confirmText="Cancelar el cambio"
        onConfirm={() => {
          setIsCancelling(false)
          close()
        }}
        onClose={() => setIsCancelling(false)}
      >
        <p>{`Está programado para el ${formatMoment(apply_at)}. Si lo cancelás, los precios quedan como están.`}</p>
      </ConfirmDialog>
    </li>
  )
}

/** Deviations from the plan; empty without any. */
function outcome({ state, skipped, count, is_late, closed_at }: PriceSchedule): string {
  const late = is_late && closed_at !== null ? `Se aplicó con demora, ${formatMoment(closed_at)}.` : ''
  if (state === 'failed') return 'Ningún precio estaba como en la vista previa: quedaron como estaban.'
  if (state !== 'partial') return late
  const left = `${counted(skipped, 'precio quedó como estaba', 'precios quedaron como estaban')}, de ${formatNumber(count)}: cambiaron antes.`
  return late === '' ? left : `${left} ${late}`
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type PriceRule, ruleInWords, SCHEDULE_STATE_LABEL } from '../../../contract/catalog/price-rule.ts'
import type { PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { call } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { counted } from '../kit/counted.ts'
import { formatMoment } from '../../shop/dates.ts'
import { readPage } from '../kit/read-page.ts'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { todoChanged } from '../todo/todo-query.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { filterText, sumsText } from './price-words.ts'
import { priceSchedules, RUNS_PAGE_SIZE } from './prices-query.ts'
import { usePriceAction } from './use-price-action.ts'
import { formatNumber } from '../../../contract/place.ts'
import { closePriceSchedule } from '../../../contract/catalog/calls.ts'
import '../../ui/badge.css'

const FAILED = 'Error al cambiar lo programado'

/** Scheduled price changes, and the outcome of earlier ones. */
export function SchedulesList() {
  const [params] = useSearchParams()
  const admin = useAdminPath()
  const page = readPage(params)
  const query = useQuery(priceSchedules(page))
  const closing = useClosing()
  const count = query.data?.count ?? 0
  const href = admin.prices({ ver: 'programados' })
  return (
    <>
      <output className="admin-done">{closing.said}</output>
      <AsyncList
        state={query}
        count={count}
        countText={counted(count, 'cambio programado', 'cambios programados')}
        skeleton={<RowSkeletons list="price-runs" row="price-run-skeleton" count={3} />}
        empty={<EmptyState title="No hay cambios programados" />}
        errorText="Error al cargar los cambios programados"
      >
        <ul className="price-runs" aria-label="Cambios programados">
          {query.data?.results.map((schedule) => (
            <ScheduleCard key={schedule.id} schedule={schedule} closing={closing} />
          ))}
        </ul>
        <Pagination
          page={page}
          pages={Math.ceil(count / RUNS_PAGE_SIZE)}
          href={(to) => (to > 1 ? `${href}&page=${to}` : href)}
          label="Páginas de programados"
        />
      </AsyncList>
    </>
  )
}

/** Cancels a scheduled change, or marks its outcome as read. */
function useClosing() {
  const client = useQueryClient()
  const { run, ...state } = usePriceAction(FAILED)
  const close = async ({ id, state: was }: PriceSchedule) => {
    await run(id, async () => {
      await call(closePriceSchedule, { params: { id }, query: { was } })
      return was === 'scheduled' ? `Cambio #${id} cancelado.` : `Cambio #${id} revisado.`
    })
    todoChanged(client)
  }
  return { close, ...state }
}

interface ScheduleCardProps {
  schedule: PriceSchedule
  closing: ReturnType<typeof useClosing>
}

function ScheduleCard({ schedule, closing }: ScheduleCardProps) {
  const { id, state, rule, filter, apply_at, count, sum_old, sum_new, user, is_seen } = schedule
  const { data: brands = [] } = useQuery(adminBrands())
  const isOpen = state === 'scheduled'
  const [isCancelling, setIsCancelling] = useState(false)
  const close = () => void closing.close(schedule)
  return (
    <li className="surface price-run">
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
      <CancelDialog
        schedule={schedule}
        // What has run meanwhile must not be marked as read instead.
        open={isCancelling && isOpen}
        onConfirm={() => {
          setIsCancelling(false)
          close()
        }}
        onClose={() => setIsCancelling(false)}
      />
    </li>
  )
}

interface CancelDialogProps {
  schedule: PriceSchedule
  open: boolean
  onConfirm: () => void
  onClose: () => void
}

function CancelDialog({ schedule: { id, apply_at }, ...dialog }: CancelDialogProps) {
  return (
    <ConfirmDialog {...dialog} title={`Cancelar el cambio #${id}`} confirmText="Cancelar el cambio">
      <p>{`Está programado para el ${formatMoment(apply_at)}. Si lo cancelás, los precios quedan como están.`}</p>
    </ConfirmDialog>
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PriceRule, ruleInWords, SCHEDULE_STATE_LABEL } from '../../../contract/catalog/price-rule.ts'
import type { PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { call } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { counted } from '../kit/counted.ts'
import { formatMoment } from '../../shop/dates.ts'
import { todoChanged } from '../todo/todo-query.ts'
import { PriceList, usePriceAction } from './price-list.tsx'
import { filterText, sumsText } from './price-words.ts'
import { formatNumber } from '../../../contract/place.ts'
import { closePriceSchedule, listPriceSchedules } from '../../../contract/catalog/calls.ts'

const FAILED = 'Error al cambiar lo programado'

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

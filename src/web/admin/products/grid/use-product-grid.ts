import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CellName } from '../../../../contract/catalog/cell-rules.ts'
import type { Product } from '../../../../contract/catalog/catalog.ts'
import { saveCells } from '../../../../contract/catalog/calls.ts'
import { formatNumber } from '../../../../contract/place.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call, Refusal } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { showToast } from '../../../ui/toast.tsx'
import { pricesChanged } from '../../prices/prices-query.ts'
import { stockKey } from '../../stock/stock-query.ts'
import { adminProductsKey } from '../products-query.ts'
import {
  cellError,
  cellValue,
  type CellKey,
  type CellsToSave,
  entriesOf,
  type GridRow,
  gridRows,
  keyOf,
  partsOf,
  pastedBlock,
  rowsToSave,
  takenBack,
  tidyCell,
  type TypedCells,
  withBlock,
  withText,
} from './grid-cells.ts'

const FAILED = 'Error al guardar la planilla'
const attempt = tabAttempt('cellsAttempt', 'owner')
const { useKept, useKeep } = keptEdits<TypedCells>()

/** Unsaved edits of the table, and the changes of the last save. */
export function useProductGrid(products: Product[]) {
  const rows = gridRows(products)
  const cells = useTypedCells(rows)
  const { isBusy, send } = useSaving(rows, cells)
  const { blocker } = useLeaveGuard(entriesOf(cells.typed).length > 0)
  const undo = () => {
    const back = takenBack(cells.saved ?? [])
    cells.edit((now) => ({ ...now, ...back }))
    void send(back)
  }
  return { ...cells, rows, isBusy, blocker, save: () => void send(cells.typed), undo }
}

function useTypedCells(rows: GridRow[]) {
  const [typed, setTyped] = useState<TypedCells>(useKept('cells') ?? {})
  useKeep('cells', entriesOf(typed).length > 0 ? typed : undefined)
  const [saved, setSaved] = useState<CellsToSave[]>()
  const [said, setSaid] = useState('')
  const edit = (next: (now: TypedCells) => TypedCells) => {
    setSaved(undefined)
    setSaid('')
    setTyped(next)
  }
  return {
    typed,
    saved,
    said,
    setTyped,
    setSaved,
    setSaid,
    edit,
    type: (row: GridRow, cell: CellName, text: string) => edit((now) => withText(now, row, cell, text)),
    /** Validates and tidies a cell on blur. */
    leave: (row: GridRow, cell: CellName) => setTyped((now) => checked(now, keyOf(row.id, cell))),
    restore: ({ id }: GridRow, cell: CellName) => edit((now) => without(now, keyOf(id, cell))),
    discard: () => edit(() => ({})),
    /** False for a single value, which the field handles. */
    paste: (text: string, from: { row: number; cell: CellName }) => {
      const block = pastedBlock(text)
      if (!block) return false
      const { typed: next, ...pasted } = withBlock(typed, { rows, block, from })
      edit(() => withErrors(next) ?? next)
      setSaid(pastedText(pasted))
      return true
    },
  }
}

/** 'Se pegaron 33 celdas. Sobraron 2 filas: la lista que se ve termina antes.' */
function pastedText({ cells, cut }: { cells: number; cut: number }): string {
  const pasted = cells === 1 ? 'Se pegó 1 celda.' : `Se pegaron ${formatNumber(cells)} celdas.`
  if (cut === 0) return pasted
  return `${pasted} ${cut === 1 ? 'Sobró 1 fila' : `Sobraron ${formatNumber(cut)} filas`}: la lista que se ve termina antes.`
}

/** One request at a time; a refusal keeps the edits and shows its errors by cell. */
function useSaving(
  rows: GridRow[],
  {
    setTyped,
    setSaved,
    setSaid,
  }: Pick<ReturnType<typeof useTypedCells>, 'setTyped' | 'setSaved' | 'setSaid'>,
) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (cells: TypedCells) => {
    if (isBusy) return
    const wrong = withErrors(cells)
    if (wrong) return setTyped((now) => ({ ...now, ...wrong }))
    setIsBusy(true)
    const sent = rowsToSave(cells, rows)
    try {
      await sendOnce(attempt, sent, (idempotencyKey) =>
        call(saveCells, { body: { rows: sent }, idempotencyKey }),
      )
      await cellsChanged(client)
      setTyped((now) => withoutSent(now, cells))
      setSaved(sent)
      setSaid('')
      showToast('success', 'Cambios guardados')
    } catch (error) {
      if (error instanceof Refusal && error.code === 'STALE') await cellsChanged(client)
      setTyped((now) => withRefusal(now, sent, error))
      setSaid(`${FAILED}. ${error instanceof Error ? error.message : ''}`)
      showToast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}

export type ProductGridState = ReturnType<typeof useProductGrid>

/** Refetches lists before resolving, so that no cell flashes its old value. */
async function cellsChanged(client: QueryClient): Promise<void> {
  pricesChanged(client)
  void client.invalidateQueries({ queryKey: stockKey() })
  await client.invalidateQueries({ queryKey: adminProductsKey() }, { cancelRefetch: false })
}

function checked(typed: TypedCells, key: CellKey): TypedCells {
  const { [key]: cell } = typed
  if (!cell || cell.error) return typed
  const { cell: name } = partsOf(key)
  return { ...typed, [key]: { ...cell, text: tidyCell(name, cell.text), error: cellError(name, cell.text) } }
}

/** The cells with errors; undefined without any. */
function withErrors(cells: TypedCells): TypedCells | undefined {
  const all = entriesOf(cells).map(
    ([key, cell]) => [key, { ...cell, error: cellError(partsOf(key).cell, cell.text) }] as const,
  )
  return all.some(([, { error }]) => error) ? (Object.fromEntries(all) as TypedCells) : undefined // safe: the keys of `cells`
}

function without(typed: TypedCells, key: CellKey): TypedCells {
  return Object.fromEntries(entriesOf(typed).filter(([each]) => each !== key))
}

/** Removes saved edits; edits made meanwhile stay, based on the saved value. */
function withoutSent(now: TypedCells, sent: TypedCells): TypedCells {
  return Object.fromEntries(
    entriesOf(now).flatMap(([key, cell]) => {
      const was = sent[key]?.text
      if (was === undefined) return [[key, cell]]
      const { cell: name } = partsOf(key)
      const seen = cellValue(name, was) ?? cell.seen
      return tidyCell(name, was) === tidyCell(name, cell.text) ? [] : [[key, { ...cell, seen }]]
    }),
  )
}

/** The server's errors by cell. */
function withRefusal(now: TypedCells, sent: CellsToSave[], error: unknown): TypedCells {
  if (!(error instanceof Refusal)) return now
  const isStale = error.code === 'STALE'
  const marked = Object.entries(error.body.errors ?? {}).flatMap(([field, [text]]) => {
    const [, place = '', cell] = /^rows\.(\d+)\.(price|discount|stock)/.exec(field) ?? []
    const key = `${sent[Number(place)]?.blister_id}.${cell}` as CellKey // safe: looked up in the next line
    const typed = now[key]
    return typed ? [[key, { ...typed, error: text, isStale }] as const] : []
  })
  return { ...now, ...Object.fromEntries(marked) }
}

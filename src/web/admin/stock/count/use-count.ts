import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  applyCount,
  discardCount,
  listCountLines,
  listCounts,
  setCountLine,
  startCount,
} from '../../../../contract/catalog/calls.ts'
import type { CountLine, RefusedLine, StockCount } from '../../../../contract/catalog/stock-counts.ts'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import { type COUNT_VIEWS, countedError } from '../../../../contract/catalog/stock-rules.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { type AnswerOf, call, Refusal } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { showToast } from '../../../ui/toast.tsx'
import { withReason } from '../../kit/problem.tsx'
import { useRowChanges } from '../../kit/use-row-changes.ts'
import { typedNumber } from '../../products/amounts.ts'
import { stockChanged, stockKey } from '../stock-query.ts'

export const COUNT_PAGE_SIZE = 50
/** Polled, as others count too. */
const REFRESH_MS = 30_000

/** Parameters of a count's address. */
export interface CountFilter {
  search: string
  view: (typeof COUNT_VIEWS)[number] | undefined
  page: number
}

const countsKey = () => [...stockKey(), 'counts']

export const countList = () =>
  queryOptions({
    queryKey: [...countsKey(), 'list'],
    queryFn: async ({ signal }) => (await call(listCounts, { signal })).results,
    refetchInterval: REFRESH_MS,
  })

export const countLines = (id: number, { search, view, page }: CountFilter) =>
  queryOptions({
    queryKey: [...countsKey(), 'lines', id, search, view, page],
    queryFn: ({ signal }) =>
      call(listCountLines, {
        params: { id },
        query: { search: search || undefined, view, page, page_size: COUNT_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** Shows a stored line; its row stays in the view until the next refresh. */
function lineWritten(client: QueryClient, id: number, line: CountLine): void {
  client.setQueriesData<AnswerOf<typeof listCountLines>>(
    { queryKey: [...countsKey(), 'lines', id] },
    (lines) =>
      lines && {
        ...lines,
        results: lines.results.map((each) => (each.blister_id === line.blister_id ? line : each)),
      },
  )
  void client.invalidateQueries({ queryKey: [...countsKey(), 'list'] })
}

/** Refetches counts and stock after starting or closing a count. */
function countChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: countsKey() })
  stockChanged(client)
}

const attempt = tabAttempt('countAttempt', 'owner')

/** An unsaved count of a presentation, kept across pages and searches. */
interface TypedLine {
  /** The stock count that it was typed in. */
  count: number
  title: string
  text: string
  error?: string | undefined
  isBusy?: boolean
}

/** The lines of a count, saved one by one. Those that were not saved before it closed are `left`. */
export function useCountLines(id: number | undefined) {
  const client = useQueryClient()
  const [all, setTyped] = useState<Record<number, TypedLine>>({})
  const state = stateOf(all, id)
  /** The last saved text of each row, as both Enter and blur save it. */
  const sent = useRef(new Map<number, string>())
  const keep = (blister: number, line: TypedLine | undefined) =>
    setTyped((now) => (line ? { ...now, [blister]: line } : without(now, blister)))

  const save = async (line: CountLine) => {
    const { blister_id: blister } = line
    const text = state.typed[blister]?.text
    if (id === undefined || text === undefined || sent.current.get(blister) === text) return
    const counted = typedNumber(text)
    const error = countedError(counted)
    const own = { count: id, title: presentationTitle(line) }
    if (error || counted === line.counted) return keep(blister, error ? { ...own, text, error } : undefined)
    sent.current.set(blister, text)
    keep(blister, { ...own, text, isBusy: true })
    try {
      lineWritten(client, id, await call(setCountLine, { params: { id, blister }, body: { counted } }))
      setTyped((now) => (now[blister]?.text === text ? without(now, blister) : now))
    } catch (failure) {
      const failed = { error: reasonOf(failure), isBusy: false }
      setTyped((now) => ({ ...now, [blister]: { ...own, text, ...now[blister], ...failed } }))
      showToast('error', 'Error al guardar lo contado')
      // Somebody may have closed the count.
      if (failure instanceof Refusal && failure.status === 409) countChanged(client)
    } finally {
      sent.current.delete(blister)
    }
  }
  return {
    ...state,
    forgetLeft: () => setTyped(state.typed),
    change: (line: CountLine, text: string) =>
      id !== undefined && keep(line.blister_id, { count: id, title: presentationTitle(line), text }),
    save: (line: CountLine) => void save(line),
  }
}

function stateOf(all: Record<number, TypedLine>, id: number | undefined) {
  const isOfCount = ([, { count }]: [string, TypedLine]) => count === id
  const own = Object.entries(all).filter(isOfCount)
  const lines = own.map(([, line]) => line)
  return {
    typed: Object.fromEntries(own),
    left: Object.entries(all).filter((line) => !isOfCount(line)),
    isUnsaved: lines.some(({ isBusy }) => !isBusy),
    isSaving: lines.some(({ isBusy }) => isBusy),
    /** The presentations whose counts could not be saved. */
    failed: lines.flatMap(({ title, error }) => (error ? [title] : [])),
  }
}

export type CountLines = ReturnType<typeof useCountLines>

function without(lines: Record<number, TypedLine>, blister: number): Record<number, TypedLine> {
  const { [blister]: _, ...others } = lines
  return others
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** Starting, applying and discarding are changes of the same thing, so that only one runs. */
const STEP = 0

/** Starting, applying and discarding a count. */
export function useCountSteps() {
  const [applied, setApplied] = useState<{ count: StockCount; refused: RefusedLine[] }>()
  const client = useQueryClient()
  const { isBusy, problemOf, change } = useRowChanges()
  const run = (title: string, work: () => Promise<void>) =>
    change({
      id: STEP,
      run: () => work().finally(() => countChanged(client)),
      problemOf: (error) => withReason(title, error),
    })
  return {
    isBusy: isBusy(STEP),
    failure: problemOf(STEP),
    applied,
    start: () =>
      run('Error al empezar el recuento', async () => {
        const start = (idempotencyKey: string) => call(startCount, { body: {}, idempotencyKey })
        await sendOnce(attempt, { start: true }, start)
        setApplied(undefined)
      }),
    apply: (id: number) =>
      run('Error al aplicar el recuento', async () => {
        const { stock_count: count, refused } = await call(applyCount, { params: { id } })
        setApplied({ count, refused })
        showToast('success', 'Recuento aplicado')
      }),
    discard: (id: number) =>
      run('Error al descartar el recuento', async () => {
        await call(discardCount, { params: { id } })
        showToast('success', 'Recuento descartado')
      }),
  }
}

export type CountSteps = ReturnType<typeof useCountSteps>

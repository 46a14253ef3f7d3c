import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../kit/counted.ts'
import { readPage } from '../kit/read-page.ts'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
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
export function PriceList<Row>(props: PriceListProps<Row>) {
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
        skeleton={<RowSkeletons list="price-runs" row="price-run-skeleton" count={props.skeletons} />}
        empty={
          <EmptyState title={props.emptyText}>
            <Link className="button secondary" to={admin.prices()}>
              Armar un cambio
            </Link>
          </EmptyState>
        }
        errorText={props.errorText}
      >
        <ul className="price-runs" aria-label={props.label}>
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
export function usePriceAction(failed: string) {
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

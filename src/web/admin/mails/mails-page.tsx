import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_FOUND } from '../../../contract/limits.ts'
import {
  MAIL_STATE_TAB,
  MAIL_STATES,
  type MailState,
  NO_MAIL_SERVER,
} from '../../../contract/messages/mail-kinds.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { counted } from '../kit/counted.ts'
import { HeldPages } from '../kit/held-pages.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import type { RowChanges } from '../kit/use-row-changes.ts'
import { useStable } from '../kit/use-stable.ts'
import { MailRow, type MailRowProps } from './mail-row.tsx'
import {
  belongs,
  type MailFilter,
  type MailList,
  mailList,
  mailParams,
  MAILS_PAGE_SIZE,
  readMailFilter,
} from './mails-query.ts'
import { useMailActions } from './use-mail-actions.ts'
import './mails-page.css'

const REFRESH_FAILED = 'Error al actualizar los emails'
const EMPTY: Record<MailState, string> = {
  waiting: 'No hay emails por salir',
  sent: 'No salió ningún email en los últimos 30 días',
  failed: 'Ningún email falló',
}

/** The outbox: waiting, sent and failed mails. */
export function MailsPage() {
  const [params, setParams] = useSearchParams()
  const filter = readMailFilter(params)
  const query = useQuery(mailList(filter))
  useFailureToast(query.isError, REFRESH_FAILED)
  const choose = (next: Partial<MailFilter>) =>
    setParams(mailParams({ ...filter, page: 1, ...next }), { preventScrollReset: true })
  return (
    <>
      <ListHead title="Mails">
        <RefreshButton
          refetch={query.refetch}
          words={{ done: 'Emails actualizados', failed: REFRESH_FAILED }}
          isPolled
        />
      </ListHead>
      {filter.orderId !== undefined && (
        <AppliedFilters
          applied={[{ name: 'orderId', label: `Pedido #${filter.orderId}` }]}
          removeText="Quitar"
          onRemove={() => choose({ orderId: undefined, state: filter.state ?? 'waiting' })}
        />
      )}
      <Tabs filter={filter} counts={query.data?.counts} onChoose={(state) => choose({ state })} />
      <Mails query={query} filter={filter} />
    </>
  )
}

interface TabsProps {
  filter: MailFilter
  counts: MailList['counts'] | undefined
  onChoose: (state: MailState | undefined) => void
}

/** Counts cover all orders, so they are hidden in the list of one. */
function Tabs({ filter, counts, onChoose }: TabsProps) {
  const isOfOrder = filter.orderId !== undefined
  return (
    <TabChips
      label="Qué emails"
      tabs={[...(isOfOrder ? [undefined] : []), ...MAIL_STATES].map((state) => ({
        key: state,
        name: state === undefined ? 'Todos' : MAIL_STATE_TAB[state],
        count: isOfOrder ? undefined : countText(state && counts?.[state]),
      }))}
      chosen={filter.state}
      onChoose={onChoose}
    />
  )
}

function countText(count: number | undefined): string {
  if (count === undefined) return ''
  return count >= MAX_FOUND ? `${MAX_FOUND}+` : String(count)
}

interface MailsProps {
  query: ReturnType<typeof useQuery<MailList>>
  filter: MailFilter
}

function Mails({ query, filter }: MailsProps) {
  const box = useRef<HTMLDivElement>(null)
  const list = useMailRows(box, query, filter)
  const { act, done, changes } = useMailActions((id) => filter.state !== undefined && list.drop(id))
  const count = query.data?.count ?? 0
  return (
    <div ref={box}>
      <output className="admin-done">{done}</output>
      <HeldPages
        state={query}
        list={list}
        one="email nuevo"
        many="emails nuevos"
        shown={list.rows.length}
        count={count}
        countText={counted(count, 'email', 'emails')}
        skeleton={<RowSkeletons list="mails" row="mail-skeleton" />}
        empty={<Empty state={filter.state} toFiles={query.data?.to_files} />}
        errorText="Error al cargar los emails"
        page={filter.page}
        pageSize={MAILS_PAGE_SIZE}
        paramsOf={(page) => mailParams({ ...filter, page })}
        pagesLabel="Páginas de emails"
      >
        <Rows list={list} changes={changes} onAct={useStable(act)} />
        <FilesNote isShown={query.data?.to_files} />
      </HeldPages>
    </div>
  )
}

interface RowsProps {
  list: ReturnType<typeof useMailRows>
  changes: RowChanges
  onAct: MailRowProps['onAct']
}

function Rows({ list, changes, onAct }: RowsProps) {
  return (
    <ul className="mails" aria-label="Emails">
      {list.rows.map((mail) => (
        <MailRow
          key={mail.id}
          mail={mail}
          isGone={list.gone.has(mail.id)}
          isBusy={changes.isBusy(mail.id)}
          problem={changes.problemOf(mail.id)}
          onAct={onAct}
        />
      ))}
    </ul>
  )
}

/** Tells that mails are written to files. At the end of the list, as it arrives with its response. */
function FilesNote({ isShown }: { isShown: boolean | undefined }) {
  return isShown ? <p className="mails-note">{NO_MAIL_SERVER}</p> : null
}

function Empty({ state, toFiles }: { state: MailState | undefined; toFiles: boolean | undefined }) {
  return (
    <>
      <EmptyState title={state ? EMPTY[state] : 'Este pedido no tiene emails'} />
      <FilesNote isShown={toFiles} />
    </>
  )
}

function useMailRows(box: RefObject<HTMLElement | null>, query: MailsProps['query'], filter: MailFilter) {
  return useHeldList({
    box,
    query,
    listKey: mailParams(filter).toString(),
    page: filter.page,
    pageSize: MAILS_PAGE_SIZE,
    belongs: (mail) => belongs(mail, filter),
  })
}

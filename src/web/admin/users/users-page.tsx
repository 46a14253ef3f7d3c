import { useQueryClient } from '@tanstack/react-query'
import {
  Plus,
  X,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../../contract/place.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../kit/counted.ts'
import type { Column } from '../kit/data-table.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { useNewDialog } from '../kit/use-new-dialog.ts'
import { listQuery, usePanelList } from '../kit/use-panel-list.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { ProofDialog } from './proof.tsx'
import {
  type UserActivation,
  useUserActive,
  DetailsLink,
  UserCard,
  UserDeleteDialog,
  ActiveBadge,
  RoleBadge,
  Unverified,
  USER_PARTS,
  UserActions,
} from './user-words.tsx'
import { UserCreateDialog } from './user-create-dialog.tsx'
import { isNoSearch, NO_SEARCH, UserFilters, type UserSearch } from './user-filters.tsx'
import { fullName, markUsersStale, type User, USERS, usersChanged } from './users-query.ts'
import { PageNumbers } from '../../ui/pagination.tsx'
import '../kit/lists.css'
import './users-page.css'

const FAILED = 'Error al cargar los usuarios. Por favor, inténtalo de nuevo.'
const WORDS = {
  title: 'Gestión de Usuarios',
  rows: ['usuario', 'usuarios'],
  refreshed: 'Usuarios actualizados',
  loadFailed: FAILED,
} as const

export default function UsersPage() {
  const client = useQueryClient()
  const admin = useAdminPath()
  const list = usePanelList<User, UserSearch, 'delete'>(USERS)
  const { filter, query, count, rows, dialog } = list
  const { page, ...search } = filter
  const isFiltered = !isNoSearch(search)
  const pages = Math.ceil(count / list.pageSize)
  const isKnown = query.isSuccess && !query.isPlaceholderData
  const text = query.isPlaceholderData ? '' : rangeText(page, list.pageSize, rows.length, count)
  const creating = useNewDialog()
  const may = useMay()
  const notice = useCreatedNotice(JSON.stringify(search))
  const clear = useClearing(isFiltered || page > 1)
  const activation = useUserActive()
  const ownId = useSession()?.userId
  useNoneFoundToast(isKnown && count === 0 && isFiltered, JSON.stringify(filter))
  useLastPage(isKnown && !query.isFetching && page > pages ? pages : 0, list.go)
  return (
    <>
      <ListScreen
        list={list}
        words={WORDS}
        countText={text}
        refresh={{
          refetch: clear.refetch,
          words: {
            done: isFiltered ? 'Usuarios actualizados y filtros limpiados' : WORDS.refreshed,
            failed: FAILED,
          },
          title: 'Actualizar y limpiar los filtros (r)',
          isNamed: true,
        }}
        actions={
          <Needs right="everything">
            <IconButton
              icon={Plus}
              text="Crear Usuario"
              look="primary"
              data-key="n"
              title="Crear Usuario (n)"
              aria-haspopup="dialog"
              onClick={creating.open}
            />
          </Needs>
        }
        more={
          <DownloadButton
            path="/auth/users/csv/"
            query={{
              username: search.username || undefined,
              email: search.email || undefined,
              status: search.status,
            }}
            name="usuarios.csv"
          >
            Descargar
          </DownloadButton>
        }
        filters={
          <>
            {/* A new one after each refresh: what was typed and not applied goes too. */}
            <UserFilters key={clear.times} search={search} onApply={list.go} />
            <output>{notice.user && <CreatedNotice user={notice.user} onDismiss={notice.dismiss} />}</output>
          </>
        }
        look={{
          list: 'row-cards user-cards',
          skeleton: 'user-card-skeleton',
          table: 'user-rows',
          parts: USER_PARTS,
        }}
        renderCard={({ row, act }) => (
          <UserCard
            user={row}
            isOwn={row.id === ownId}
            activation={activation}
            onDelete={() => act('delete', row)}
          />
        )}
        columns={columnsOf(activation, ownId)}
        empty={
          <EmptyState title="No se encontraron usuarios">
            {isFiltered && (
              <Link className="button secondary" to={admin.users()}>
                Quitar los filtros
              </Link>
            )}
          </EmptyState>
        }
        pagination={
          <UserPagination
            page={page}
            pages={pages}
            text={text}
            href={(to) => `?${list.paramsOf(to).toString()}`}
          />
        }
      />
      <UserCreateDialog
        open={creating.isOpen && may('everything')}
        onClose={creating.close}
        onCreated={(user) => {
          creating.close()
          notice.show(user)
          void usersChanged(client)
        }}
      />
      {dialog.open && (
        <UserDeleteDialog
          user={dialog.open.row}
          onClose={dialog.close}
          onDeleted={() => notice.user?.id === dialog.open?.row.id && notice.dismiss()}
        />
      )}
      <ProofDialog />
    </>
  )
}

/** The table beside the cards. */
function columnsOf(activation: UserActivation, ownId: number | undefined): Column<User, 'delete'>[] {
  return [
    {
      name: 'Usuario',
      render: ({ row }) => (
        <>
          {fullName(row)}
          <span className="user-card-username"> @{row.username}</span>
        </>
      ),
    },
    { name: 'Email', render: ({ row }) => row.email },
    {
      name: 'Estado',
      render: ({ row }) => (
        <div className="user-badges">
          <ActiveBadge user={row} activation={activation} isOwn={row.id === ownId} />
          <RoleBadge user={row} />
          <Unverified user={row} />
        </div>
      ),
    },
    {
      name: 'Acciones',
      kind: 'buttons',
      render: ({ row, act }) => (
        <>
          <DetailsLink user={row} />
          <UserActions
            user={row}
            activation={activation}
            isOwn={row.id === ownId}
            onDelete={() => act('delete', row)}
          />
        </>
      ),
    },
  ]
}

/** '13-24 de 40 usuarios'; empty when there are none. */
export function rangeText(page: number, pageSize: number, shown: number, count: number): string {
  if (count === 0 || shown === 0) return ''
  const first = (page - 1) * pageSize + 1
  return `${formatNumber(first)}-${formatNumber(first + shown - 1)} de ${counted(count, ...WORDS.rows)}`
}

/** Refreshing returns to the first page without filters. */
function useClearing(isElsewhere: boolean) {
  const client = useQueryClient()
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [times, setTimes] = useState(0)
  return {
    times,
    refetch: async () => {
      setTimes((count) => count + 1)
      if (isElsewhere) await navigate(admin.users(), { replace: true })
      markUsersStale(client)
      return client
        .fetchQuery(listQuery(USERS, { ...NO_SEARCH, page: 1 }))
        .then(() => ({ isError: false }))
        .catch(() => ({ isError: true }))
    },
  }
}

/** The account just created. The notice ends when the search changes. */
function useCreatedNotice(search: string) {
  const [created, setCreated] = useState<{ user: User; search: string }>()
  if (created && created.search !== search) setCreated(undefined)
  return {
    user: created?.user,
    show: (user: User) => setCreated({ user, search }),
    dismiss: () => setCreated(undefined),
  }
}

/** Shows the toast once for each set of filters without results. */
function useNoneFoundToast(isNone: boolean, filters: string): void {
  const told = useRef('')
  useEffect(() => {
    if (isNone && told.current !== filters)
      showToast('info', 'No se encontraron usuarios con los filtros aplicados')
    told.current = isNone ? filters : ''
  }, [isNone, filters])
}

/** Redirects a page after the last one, for example when its last user was deleted. */
function useLastPage(last: number, go: (change: { page: number }) => void): void {
  useEffect(() => {
    if (last > 0) go({ page: last })
  })
}

/** Filters may hide the new account from the list, so it is shown here. */
function CreatedNotice({ user, onDismiss }: { user: User; onDismiss: () => void }) {
  const admin = useAdminPath()
  return (
    <span className="user-notice">
      <span>
        Usuario creado correctamente: <Link to={admin.user(user.id)}>@{user.username}</Link>.{' '}
        {!user.email_verified && `El código de verificación se envió a ${user.email}.`}
      </span>
      <IconButton icon={X} text="Cerrar aviso" look="quiet" isIconOnly onClick={onDismiss} />
    </span>
  )
}

interface UserPaginationProps {
  page: number
  pages: number
  href: (page: number) => string
  /** '13-24 de 40 usuarios' */
  text: string
}

/** First, previous, numbers, next, last. Links without a target keep their place. */
function UserPagination({ page, pages, href, text }: UserPaginationProps) {
  if (pages <= 1) return null
  return (
    <div className="user-pages stack-2">
      <p>{text}</p>
      <nav className="pagination" aria-label="Paginación de usuarios">
        <ul>
          <Step to={page > 1 ? href(1) : undefined} label="Primera página" Icon={ChevronsLeft} />
          <Step to={page > 1 ? href(page - 1) : undefined} label="Página anterior" Icon={ChevronLeft} />
          <PageNumbers {...{ page, pages, href }} />
          <Step to={page < pages ? href(page + 1) : undefined} label="Página siguiente" Icon={ChevronRight} />
          <Step to={page < pages ? href(pages) : undefined} label="Última página" Icon={ChevronsRight} />
        </ul>
      </nav>
    </div>
  )
}

function Step({ to, label, Icon }: { to: string | undefined; label: string; Icon: LucideIcon }) {
  return (
    <li className="user-pages-step">
      {to === undefined ? (
        <span className="user-pages-end" aria-hidden="true">
          <Icon size={20} />
        </span>
      ) : (
        <Link to={to} aria-label={label} title={label}>
          <Icon aria-hidden="true" size={20} />
        </Link>
      )}
    </li>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { RefreshControl } from '../lists/refresh-button.tsx'
import { useUserActive } from './use-user-active.ts'
import { UserCard } from './user-card.tsx'
import { UserCreateDialog } from './user-create-dialog.tsx'
import { UserDeleteDialog } from './user-delete-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserPagination } from './user-pagination.tsx'
import { isSameUserSearch, rangeText, readPage, readUserSearch, type UserSearch } from './users-address.ts'
import { type User, userList, usersChanged, markUsersStale } from './users-query.ts'
import './users-page.css'

const FAILED = 'Error al cargar los usuarios. Por favor, inténtalo de nuevo.'

export default function UsersPage() {
  const session = useSession()
  return (
    <>
      <title>{`Gestión de Usuarios · ${SITE}`}</title>
      {session && <Users session={session} />}
    </>
  )
}

function Users({ session }: { session: Session }) {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [params] = useSearchParams()
  const search = readUserSearch(params)
  const page = readPage(params)
  const list = useQuery(userList(session, search, page))
  const activation = useUserActive(session)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<{ user: User; search: UserSearch }>()
  // Of who looks for somebody else it is no longer news.
  if (created && !isSameUserSearch(created.search, search)) setCreated(undefined)
  const [deleting, setDeleting] = useState<User>()
  const users = list.data?.results ?? []
  const count = list.data?.count ?? 0
  const pages = Math.ceil(count / USERS_PAGE_SIZE)
  const text = list.isPlaceholderData ? '' : rangeText(page, USERS_PAGE_SIZE, users.length, count)
  const isFiltered = !isSameUserSearch(search, {})
  useFailureToast(list.isError)
  useNoneFoundToast(isFiltered && list.isSuccess && !list.isPlaceholderData && count === 0, params.toString())

  // The last one of the last page was deleted, or the address is an old one.
  const beyond = !list.isPlaceholderData && !list.isFetching && count > 0 && page > pages
  useEffect(() => {
    if (beyond) void navigate(admin.users({ ...search, page: pages }), { replace: true })
  })

  const refresh = async () => {
    if (isFiltered || page > 1) await navigate(admin.users(), { replace: true })
    markUsersStale(queryClient, session)
    const { isError } = await queryClient
      .fetchQuery(userList(session, {}, 1))
      .then(() => ({ isError: false }))
      .catch(() => ({ isError: true }))
    if (isError) showToast('error', FAILED)
    else
      showToast('success', isFiltered ? 'Usuarios actualizados y filtros limpiados' : 'Usuarios actualizados')
  }
  return (
    <>
      <Head onCreate={() => setIsCreating(true)} onRefresh={refresh} />
      <UserFilters search={search} onApply={(next) => void navigate(admin.users(next))} />
      <output className="user-notice-place">
        {created && <CreatedNotice user={created.user} onDismiss={() => setCreated(undefined)} />}
      </output>
      <AsyncList
        state={list}
        count={users.length}
        countText={text}
        skeleton={<CardSkeletons />}
        empty={
          <EmptyState title="No se encontraron usuarios">
            {isFiltered && (
              <Link className="button secondary" to={admin.users()}>
                Quitar los filtros
              </Link>
            )}
          </EmptyState>
        }
        errorText={FAILED}
        onRetry={() => void list.refetch()}
      >
        <ul className="user-cards">
          {users.map((user) => (
            <UserCard
              key={user.id}
              user={user}
              isOwn={user.id === session.userId}
              activation={activation}
              onDelete={() => setDeleting(user)}
            />
          ))}
        </ul>
        <UserPagination
          page={page}
          pages={pages}
          text={text}
          href={(to) => admin.users({ ...search, page: to })}
        />
      </AsyncList>
      <UserCreateDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(user) => {
          setIsCreating(false)
          setCreated({ user, search })
          void usersChanged(queryClient, session)
        }}
      />
      {deleting && (
        <UserDeleteDialog
          session={session}
          user={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => setCreated((now) => (now?.user.id === deleting.id ? undefined : now))}
        />
      )}
    </>
  )
}

function useFailureToast(isError: boolean): void {
  useEffect(() => {
    if (isError) showToast('error', FAILED)
  }, [isError])
}

/** Once for each set of filters that finds nobody. */
function useNoneFoundToast(isNone: boolean, filters: string): void {
  const told = useRef('')
  useEffect(() => {
    if (isNone && told.current !== filters)
      showToast('info', 'No se encontraron usuarios con los filtros aplicados')
    told.current = isNone ? filters : ''
  }, [isNone, filters])
}

function Head({ onCreate, onRefresh }: { onCreate: () => void; onRefresh: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async () => {
    setIsBusy(true)
    await onRefresh()
    setIsBusy(false)
  }
  return (
    <header className="admin-head">
      <h1 tabIndex={-1}>Gestión de Usuarios</h1>
      <div className="admin-head-actions">
        <RefreshControl
          busy={isBusy}
          title="Actualizar y limpiar los filtros (r)"
          onRefresh={() => void refresh()}
        />
        <button
          type="button"
          className="button primary"
          data-key="n"
          title="Crear Usuario (n)"
          aria-haspopup="dialog"
          onClick={onCreate}
        >
          <Plus aria-hidden="true" size={20} />
          Crear Usuario
        </button>
      </div>
    </header>
  )
}

/** Filters may hide the new one from the list, so it is told here. */
function CreatedNotice({ user, onDismiss }: { user: User; onDismiss: () => void }) {
  const admin = useAdminPath()
  return (
    <span className="user-notice">
      <span>
        Usuario creado correctamente: <Link to={admin.user(user.id)}>@{user.username}</Link>.{' '}
        {!user.email_verified && `El código de verificación se envió a ${user.email}.`}
      </span>
      <button type="button" className="button quiet icon-only" aria-label="Cerrar aviso" onClick={onDismiss}>
        <X aria-hidden="true" size={20} />
      </button>
    </span>
  )
}

function CardSkeletons() {
  return (
    <div className="user-cards">
      {Array.from({ length: 8 }, (_, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- all alike
        <Skeleton key={i} className="user-card-skeleton" />
      ))}
    </div>
  )
}

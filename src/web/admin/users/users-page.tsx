import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DownloadButton } from '../shell/download-button.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { readPage } from '../kit/read-page.ts'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { USER_PARTS } from './user-words.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { ProofDialog } from './proof.tsx'
import { useUserActive } from './use-user-active.ts'
import { UserCard } from './user-card.tsx'
import { UserCreateDialog } from './user-create-dialog.tsx'
import { UserDeleteDialog } from './user-delete-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserPagination } from './user-pagination.tsx'
import { isSameUserSearch, rangeText, readUserSearch, type UserSearch } from './users-address.ts'
import { markUsersStale, type User, userList, usersChanged } from './users-query.ts'
import { Needs } from '../shell/rights.tsx'
import './users-page.css'

const FAILED = 'Error al cargar los usuarios. Por favor, inténtalo de nuevo.'

export default function UsersPage() {
  const queryClient = useQueryClient()
  const [params] = useSearchParams()
  const search = readUserSearch(params)
  const page = readPage(params)
  const notice = useCreatedNotice(search)
  const [isCreating, setIsCreating] = useState(false)
  const [deleting, setDeleting] = useState<User>()
  return (
    <>
      <HeadAndFilters search={search} page={page} onCreate={() => setIsCreating(true)} />
      <output className="user-notice-place">
        {notice.user && <CreatedNotice user={notice.user} onDismiss={notice.dismiss} />}
      </output>
      <UserList search={search} page={page} onDelete={setDeleting} />
      <UserCreateDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(user) => {
          setIsCreating(false)
          notice.show(user)
          void usersChanged(queryClient)
        }}
      />
      {deleting && (
        <UserDeleteDialog
          user={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => notice.user?.id === deleting.id && notice.dismiss()}
        />
      )}
      <ProofDialog />
    </>
  )
}

interface HeadAndFiltersProps {
  search: UserSearch
  page: number
  onCreate: () => void
}

function HeadAndFilters({ search, page, onCreate }: HeadAndFiltersProps) {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [refreshes, setRefreshes] = useState(0)
  return (
    <>
      <Head
        search={search}
        page={page}
        onRefresh={() => setRefreshes((count) => count + 1)}
        onCreate={onCreate}
      />
      {/* A new one after each refresh: what was typed and not applied goes too. */}
      <UserFilters key={refreshes} search={search} onApply={(next) => void navigate(admin.users(next))} />
    </>
  )
}

interface HeadProps {
  search: UserSearch
  page: number
  onRefresh: () => void
  onCreate: () => void
}

function Head({ search, page, onRefresh, onCreate }: HeadProps) {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isFiltered = !isSameUserSearch(search, {})
  /** Returns to the first page without filters. */
  const refetch = async () => {
    onRefresh()
    if (isFiltered || page > 1) await navigate(admin.users(), { replace: true })
    markUsersStale(queryClient)
    return queryClient
      .fetchQuery(userList({}, 1))
      .then(() => ({ isError: false }))
      .catch(() => ({ isError: true }))
  }
  const done = isFiltered ? 'Usuarios actualizados y filtros limpiados' : 'Usuarios actualizados'
  return (
    <ListHead title="Gestión de Usuarios">
      <RefreshButton
        refetch={refetch}
        words={{ done, failed: FAILED }}
        title="Actualizar y limpiar los filtros (r)"
      />
      <DownloadButton path="/auth/users/csv/" query={search} name="usuarios.csv">
        Descargar
      </DownloadButton>
      <Needs right="everything">
        <IconButton
          icon={Plus}
          text="Crear Usuario"
          look="primary"
          data-key="n"
          title="Crear Usuario (n)"
          aria-haspopup="dialog"
          onClick={onCreate}
        />
      </Needs>
    </ListHead>
  )
}

interface UserListProps {
  search: UserSearch
  page: number
  onDelete: (user: User) => void
}

function UserList({ search, page, onDelete }: UserListProps) {
  const admin = useAdminPath()
  const { list, users, pages, text } = useUserPage(search, page)
  const activation = useUserActive()
  const ownId = useSession()?.userId
  return (
    <AsyncList
      state={list}
      count={users.length}
      countText={text}
      skeleton={<RowSkeletons list="user-cards" row="user-card-skeleton" parts={USER_PARTS} />}
      empty={<NoUsers isFiltered={!isSameUserSearch(search, {})} />}
      errorText={FAILED}
    >
      <ul className="user-cards">
        {users.map((user) => (
          <UserCard
            key={user.id}
            user={user}
            isOwn={user.id === ownId}
            activation={activation}
            onDelete={() => onDelete(user)}
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
  )
}

function useUserPage(search: UserSearch, page: number) {
  const list = useQuery(userList(search, page))
  const users = list.data?.results ?? []
  const count = list.data?.count ?? 0
  const pages = Math.ceil(count / USERS_PAGE_SIZE)
  const isKnown = list.isSuccess && !list.isPlaceholderData
  const isNone = isKnown && count === 0 && !isSameUserSearch(search, {})
  useFailureToast(list.isError, FAILED)
  useNoneFoundToast(isNone, JSON.stringify([search, page]))
  useLastPage(isKnown && !list.isFetching && page > pages ? pages : 0, search)
  const text = list.isPlaceholderData ? '' : rangeText(page, USERS_PAGE_SIZE, users.length, count)
  return { list, users, pages, text }
}

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  const admin = useAdminPath()
  return (
    <EmptyState title="No se encontraron usuarios">
      {isFiltered && (
        <Link className="button secondary" to={admin.users()}>
          Quitar los filtros
        </Link>
      )}
    </EmptyState>
  )
}

/** The account just created. The notice ends when the search changes. */
function useCreatedNotice(search: UserSearch) {
  const [created, setCreated] = useState<{ user: User; search: UserSearch }>()
  if (created && !isSameUserSearch(created.search, search)) setCreated(undefined)
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
function useLastPage(last: number, search: UserSearch): void {
  const admin = useAdminPath()
  const navigate = useNavigate()
  useEffect(() => {
    if (last > 0) void navigate(admin.users({ ...search, page: last }), { replace: true })
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

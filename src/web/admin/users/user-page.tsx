import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useRef } from 'react'
import { useNavigate, useParams, useSearchParams, Link } from 'react-router'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { MAX_ID } from '../../../contract/limits.ts'
import { whatsappLink } from '../../../contract/numbering-plan.ts'
import { Refusal } from '../../data/api.ts'
import { formatDay } from '../../shop/dates.ts'
import { useSession } from '../../session/session.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { LoadingHeading } from '../shell/loading-heading.tsx'
import { ProofDialog } from './proof.tsx'
import {
  useUserActive,
  UserDeleteDialog,
  ActiveBadge,
  RoleBadge,
  Unverified,
  USER_PARTS,
  UserActions,
  UserAddresses,
} from './user-words.tsx'
import { RecoveryLink, UserFactor, UserPasskeys, UserSessions } from './user-sessions.tsx'
import { RoleCard } from './role-card.tsx'
import { UserOrders } from './user-orders.tsx'
import {
  fullName,
  type User,
  type UserDetail,
  userDetail,
  userIdByEmail,
  userSessions,
} from './users-query.ts'
import { BackLink } from '../shell/back-link.tsx'
import { Fact } from '../../shop/fact.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { showToast } from '../../ui/toast.tsx'
import '../kit/controls.css'
import './users-page.css'

const FAILED = 'Error al cargar la información del usuario. Por favor, inténtalo de nuevo.'

/** One account with its orders: by id, or by `?email=` with a non-numeric id. */
export default function UserPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const email = params.get('email')?.trim() ?? ''
  const userId = readId(id)
  if (userId !== undefined) return <UserById key={userId} id={userId} />
  if (email !== '') return <UserByEmail key={email} email={email} />
  return (
    <Frame>
      <UserMissing text="No se proporcionó un ID de usuario válido" />
    </Frame>
  )
}

function readId(text: string | undefined): number | undefined {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0
  return id >= 1 && id <= MAX_ID ? id : undefined
}

function UserByEmail({ email }: { email: string }) {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const { data: id, isError, isFetching, refetch } = useQuery(userIdByEmail(email))
  useEffect(() => {
    if (id) void navigate(admin.user(id), { replace: true })
  }, [id, admin, navigate])
  return (
    <Frame>
      {isError && !isFetching ? (
        <UserMissing text="Error al buscar el usuario por email" onRetry={() => void refetch()} />
      ) : id === null ? (
        <UserMissing text="No se encontró un usuario con ese email" note={email} />
      ) : (
        <UserSkeleton />
      )}
    </Frame>
  )
}

function UserById({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(userDetail(id))
  if (data) return <UserView detail={data} />
  if (!error || isFetching) {
    return (
      <Frame>
        <UserSkeleton />
      </Frame>
    )
  }
  const isUnknown = error instanceof Refusal && error.status === 404
  return (
    <Frame>
      {isUnknown ? (
        <UserMissing text={USER_NOT_FOUND} isWarning />
      ) : (
        <UserMissing text={FAILED} note={error.message} onRetry={() => void refetch()} />
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <TabTitle>Usuario</TabTitle>
      <Back />
      <LoadingHeading>Usuario</LoadingHeading>
      {children}
    </>
  )
}

function Back() {
  return <BackLink to={useAdminPath().users()}>Volver a usuarios</BackLink>
}

function UserView({ detail }: { detail: UserDetail }) {
  const { user } = detail
  const admin = useAdminPath()
  const navigate = useNavigate()
  const isOwn = user.id === useSession()?.userId
  // Only who sees its sessions asks for them.
  const { isPending } = useQuery({ ...userSessions(user.id), enabled: useMay()('everything') })
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <TabTitle>{fullName(user)}</TabTitle>
      <Back />
      <header className="admin-head">
        <div>
          <h1 tabIndex={-1}>{fullName(user)}</h1>
          <p className="user-card-username">@{user.username}</p>
        </div>
      </header>
      <div className="user-detail stack-4">
        <div className="stack-4">
          <UserData
            user={user}
            orderCount={detail.count ?? detail.orders.length}
            onDelete={() => setIsDeleting(true)}
          />
          {/* Admins cannot change their own role. */}
          <Needs right="everything">{!isOwn && <RoleCard key={user.role} user={user} />}</Needs>
        </div>
        <div className="stack-4">
          <UserOrders detail={detail} />
          <Needs right="everything">
            <UserSessions userId={user.id} />
            {/* Rendered after the list above, so that nothing moves. */}
            {!isPending && <UserPasskeys userId={user.id} />}
            {!isPending && !isOwn && <UserFactor user={user} />}
          </Needs>
        </div>
      </div>
      {isDeleting && (
        <UserDeleteDialog
          user={user}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate(admin.users(), { replace: true })}
        />
      )}
      <ProofDialog />
    </>
  )
}

function UserData({ user, orderCount, onDelete }: { user: User; orderCount: number; onDelete: () => void }) {
  const shared = { user, activation: useUserActive(), isOwn: user.id === useSession()?.userId }
  const chat = whatsappLink(user.phone, `Hola, ${user.first_name}. `)
  return (
    <section className="surface user-card" aria-labelledby="user-data">
      <h2 id="user-data">Datos</h2>
      <div className="user-badges">
        <RoleBadge user={user} admin="Administrador" />
        <ActiveBadge {...shared} />
        <Unverified user={user} />
      </div>
      <UserAddresses user={user} />
      {chat && (
        <a className="button secondary user-whatsapp" href={chat} target="_blank" rel="noopener noreferrer">
          <span>{`WhatsApp ${user.phone}`}</span>
          <span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      )}
      <dl className="user-facts stack-1">
        {!chat && user.phone !== '' && <Fact name="Teléfono">{user.phone}</Fact>}
        <Fact name="ID de usuario">{user.id}</Fact>
        <Fact name="Total de pedidos">{orderCount}</Fact>
        <Fact name="Cliente desde">{formatDay(user.created_at)}</Fact>
      </dl>
      <Needs right="everything">
        <RecoveryLink user={user} />
      </Needs>
      <UserActions {...shared} onDelete={onDelete} />
    </section>
  )
}

function UserSkeleton() {
  return (
    <div className="user-detail stack-4" aria-busy="true">
      <LoadingNote />
      <CardSkeleton className="user-card-skeleton" parts={USER_PARTS} />
      <CardSkeleton className="user-card-skeleton" parts={['title', 'line', 'line', 'picture']} />
    </div>
  )
}

const LEAVING = 'No se pudo cargar el usuario, regresando a la lista'
const SECONDS = 2

interface UserMissingProps {
  text: string
  note?: string
  /** A warning instead of an error. */
  isWarning?: boolean
  /** Only where a retry may succeed. */
  onRetry?: () => void
}

/**
 * Says why there is nothing to show and returns to the list after two seconds, unless the user stays: a time limit
 * that can be turned off (WCAG 2.2.1). The button has the focus, and Escape does the same.
 */
function UserMissing({ text, note, isWarning = false, onRetry }: UserMissingProps) {
  const { left, stays, stay } = useLeaving()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => showToast(isWarning ? 'warning' : 'error', text), [isWarning, text])
  const Icon = isWarning ? TriangleAlert : CircleAlert
  return (
    <div className="user-missing stack-3" ref={panel} tabIndex={-1}>
      <p className="user-missing-title" role="alert">
        <Icon aria-hidden="true" size={22} />
        {text}
      </p>
      {note && <p>{note}</p>}
      {!stays && (
        <p>
          {LEAVING}
          <span aria-hidden="true"> ({left} s)</span>
        </p>
      )}
      <div className="wrap-2">
        {!stays && (
          <StayButton
            onStay={() => {
              stay()
              panel.current?.focus()
            }}
          />
        )}
        {onRetry && (
          <button type="button" className="button secondary" onClick={onRetry}>
            Reintentar
          </button>
        )}
        <Link className="button secondary" to={useAdminPath().users()}>
          Ir a la lista
        </Link>
      </div>
    </div>
  )
}

function StayButton({ onStay }: { onStay: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the heading of the new screen has taken the focus.
    const timer = setTimeout(() => button.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <button type="button" className="button primary" ref={button} onClick={onStay}>
      Quedarme aquí
    </button>
  )
}

/** Counts down and returns to the list, unless the user stays. */
function useLeaving() {
  const admin = useAdminPath()
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)
  const [stays, setStays] = useState(false)
  useEffect(() => {
    if (stays) return undefined
    if (left === 0) {
      showToast('warning', LEAVING)
      void navigate(admin.users(), { replace: true })
      return undefined
    }
    const timer = setTimeout(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, stays, admin, navigate])
  useEffect(() => {
    if (stays) return undefined
    const stop = (event: KeyboardEvent) => event.key === 'Escape' && setStays(true)
    document.addEventListener('keydown', stop)
    return () => document.removeEventListener('keydown', stop)
  }, [stays])
  return { left, stays, stay: () => setStays(true) }
}

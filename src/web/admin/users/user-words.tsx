import { AtSign, Camera, Check, CircleSlash } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { ROLE_LABEL } from '../../../contract/accounts/roles.ts'
import { OWN_ACCOUNT } from '../../../contract/accounts/account-rules.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { fullName, patchUserEverywhere, type User, userGone } from './users-query.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { RowProblem, type Problem, withReason } from '../kit/problem.tsx'
import { useMay } from '../shell/rights.tsx'
import { patchUser, deleteUser } from '../../../contract/accounts/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { withProof } from './proof.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './users-page.css'

/** Skeleton of a card. */
export const USER_PARTS = ['title', 'badge', 'line', 'line', 'line', 'buttons'] as const

function isAdmin(user: User): boolean {
  return user.is_staff || user.is_superuser
}

/** 'Admin · Ventas' or 'Usuario'. */
export function RoleBadge({ user, admin = 'Admin' }: { user: User; admin?: string }) {
  if (!isAdmin(user)) return <span className="badge">Usuario</span>
  if (user.role === null) return <span className="badge info">{admin}</span>
  return (
    <span className="badge info">
      <span>{admin}</span> <span>{`· ${ROLE_LABEL[user.role]}`}</span>
    </span>
  )
}

export function Unverified({ user }: { user: User }) {
  return user.email_verified ? null : <span className="badge warn">Email sin verificar</span>
}

interface ActivationProps {
  user: User
  activation: UserActivation
  isOwn: boolean
}

/** Shows whether an account is active and toggles it. */
export function ActiveBadge({ user, activation, isOwn }: ActivationProps) {
  const { is_active: isActive, username } = user
  const may = useMay()
  const isBusy = activation.isBusy(user.id)
  const Icon = isActive ? Check : CircleSlash
  return (
    <button
      type="button"
      className="user-active"
      disabled={isOwn || !may('everything')}
      aria-disabled={isBusy || undefined}
      aria-label={`${isActive ? 'Activo' : 'Inactivo'}: ${isActive ? 'desactivar' : 'activar'} a ${username}`}
      title={isOwn ? OWN_ACCOUNT : isActive ? 'Desactivar' : 'Activar'}
      onClick={() => !isBusy && activation.flip(user)}
    >
      <span className={`badge ${isActive ? 'ok' : 'err'}`}>
        <Icon aria-hidden="true" size={15} />
        {isActive ? 'Activo' : 'Inactivo'}
      </span>
    </button>
  )
}

interface ActionsProps extends ActivationProps {
  onDelete: () => void
}

/** 'Activar' or 'Desactivar', and 'Eliminar'; errors, or why neither is possible, below. */
export function UserActions({ user, activation, isOwn, onDelete }: ActionsProps) {
  const may = useMay()
  const whose = <span className="visually-hidden"> a {user.username}</span>
  if (!may('everything')) return null
  return (
    <>
      <div className="user-actions stack-2">
        <BusyButton
          className="secondary"
          busy={activation.isBusy(user.id)}
          busyText={user.is_active ? 'Desactivando…' : 'Activando…'}
          disabled={isOwn}
          onClick={() => activation.flip(user)}
        >
          {user.is_active ? 'Desactivar' : 'Activar'}
          {whose}
        </BusyButton>
        <button
          type="button"
          className="button secondary admin-delete"
          disabled={isOwn}
          data-key="Delete"
          title={isOwn ? OWN_ACCOUNT : 'Eliminar (Supr)'}
          onClick={onDelete}
        >
          Eliminar
          {whose}
        </button>
      </div>
      {isOwn && <p className="user-own note">{OWN_ACCOUNT}</p>}
      <RowProblem problem={activation.problemOf(user.id)} />
    </>
  )
}

/** E-mail and Instagram as links. */
export function UserAddresses({ user }: { user: User }) {
  return (
    <ul className="user-addresses">
      <li>
        <a href={`mailto:${encodeURIComponent(user.email)}`}>
          <AtSign aria-hidden="true" size={18} />
          <span className="visually-hidden">Email: </span>
          <span>
            <BreaksAfter sign="@" text={user.email} />
          </span>
        </a>
      </li>
      {user.instagram && (
        <li>
          <a
            href={`https://www.instagram.com/${encodeURIComponent(user.instagram)}/`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Camera aria-hidden="true" size={18} />
            <span className="visually-hidden">Instagram: </span>
            <span>{`@${user.instagram}`}</span>
            <span className="visually-hidden"> (se abre en otra pestaña)</span>
          </a>
        </li>
      )}
    </ul>
  )
}

export type UserActivation = ReturnType<typeof useUserActive>

/** Activates and deactivates accounts. */
export function useUserActive() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const flip = async ({ id, username, is_active }: User) => {
    const saved = await withProof(() => call(patchUser, { params: { id }, body: { is_active: !is_active } }))
    patchUserEverywhere(queryClient, saved)
    showToast('success', `Usuario ${username} ${saved.is_active ? 'activado' : 'desactivado'} correctamente`)
  }
  return {
    isBusy,
    problemOf,
    flip: (user: User) =>
      change({
        id: user.id,
        run: () => flip(user),
        problemOf: (error) => whyNot(error, 'Error al cambiar el estado del usuario'),
      }),
  }
}

/** The server's text, else the fallback. */
export function whyNot(error: unknown, fallback: string): Problem {
  const said = error instanceof Refusal ? error.body.error : undefined
  return said === undefined ? withReason(fallback, error) : { text: said }
}

interface UserDeleteDialogProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

/** Deleting an account requires typing its name. */
export function UserDeleteDialog({ user, onClose, onDeleted }: UserDeleteDialogProps) {
  const queryClient = useQueryClient()
  const gone = () => {
    onDeleted()
    userGone(queryClient, user.id)
  }
  return (
    <DeleteDialog
      title={`Eliminar a ${user.username}`}
      typedName={user.username}
      remove={() => withProof(() => call(deleteUser, { params: { id: user.id } }))}
      failed={(error) => whyNot(error, 'Error al eliminar el usuario')}
      done={`Usuario ${user.username} eliminado correctamente`}
      onDeleted={gone}
      onClose={onClose}
    >
      <p>
        Esta acción no se puede deshacer. Se eliminan la cuenta y todos los datos personales asociados. Los
        pedidos pendientes se cancelan y sus productos vuelven al stock, los ya entregados se completan; los
        pedidos quedan sin nombre.
      </p>
    </DeleteDialog>
  )
}

interface UserCardProps {
  user: User
  isOwn: boolean
  activation: UserActivation
  onDelete: () => void
}

export function UserCard({ user, isOwn, activation, onDelete }: UserCardProps) {
  return (
    <RowCard id={user.id} className="user-card">
      <div className="user-card-head">
        <div>
          <h2 className="user-card-name">{fullName(user)}</h2>
          <p className="user-card-username">@{user.username}</p>
        </div>
        <p className="user-card-id">ID: {user.id}</p>
      </div>
      <div className="user-badges">
        <RoleBadge user={user} />
        <ActiveBadge user={user} activation={activation} isOwn={isOwn} />
        <Unverified user={user} />
      </div>
      <UserAddresses user={user} />
      <div className="user-card-foot stack-2">
        <DetailsLink user={user} />
        <UserActions user={user} activation={activation} isOwn={isOwn} onDelete={onDelete} />
      </div>
    </RowCard>
  )
}

export function DetailsLink({ user }: { user: User }) {
  const admin = useAdminPath()
  const { search } = useLocation()
  return (
    <Link
      className="button secondary"
      to={admin.user(user.id)}
      state={{ from: search }}
      data-key="Enter"
      title="Ver detalles (Enter)"
    >
      Ver detalles
      <span className="visually-hidden"> de {user.username}</span>
    </Link>
  )
}

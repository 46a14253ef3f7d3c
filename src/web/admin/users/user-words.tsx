import { AtSign, Camera, Check, CircleSlash } from 'lucide-react'
import { ROLE_LABEL } from '../../../contract/accounts/roles.ts'
import { OWN_ACCOUNT } from '../../../contract/accounts/account-rules.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import type { UserActivation } from './use-user-active.ts'
import type { User } from './users-query.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { ProblemText } from '../kit/problem.tsx'
import { useMay } from '../shell/rights.tsx'
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

export function fullName({ first_name, last_name, username }: User): string {
  return `${first_name} ${last_name}`.trim() || username
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
  const problem = activation.problemOf(user.id)
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
          className="button secondary user-delete"
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
      {problem !== undefined && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
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

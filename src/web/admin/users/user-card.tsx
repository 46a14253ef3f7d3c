import { Link, useLocation } from 'react-router'
import { RowCard } from '../kit/row-card.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import type { UserActivation } from './use-user-active.ts'
import { ActiveBadge, fullName, RoleBadge, Unverified, UserActions, UserAddresses } from './user-words.tsx'
import type { User } from './users-query.ts'

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
      className="button secondary user-card-details"
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

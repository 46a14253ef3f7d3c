import { useQuery } from '@tanstack/react-query'
import { later } from '../../browser/later.tsx'
import { profile } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { EmailCard } from './email-card.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** For staff alone. */
const FactorCard = later(() => import('./factor/factor-card.tsx').then((module) => module.FactorCard))

/** The data of the account: cards, each saved on its own. */
export function SettingsSection({ session }: { session: Session }) {
  const { data, isError, refetch } = useQuery(profile(session))
  if (isError && !data) {
    return <ErrorPanel title="Error al cargar la información" onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <>
        <LoadingNote />
        <Skeleton className="account-skeleton-card" />
        <Skeleton className="account-skeleton-card" />
      </>
    )
  }
  return (
    <>
      <NamesForm session={session} user={data} />
      <EmailCard session={session} user={data} />
      <PasswordForm user={data} />
      <FactorCard props={data.user_type === 'admin' ? { session, user: data } : undefined} />
      <SessionsCard session={session} />
    </>
  )
}

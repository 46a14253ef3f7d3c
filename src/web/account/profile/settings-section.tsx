import { useQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/accounts/auth.ts'
import { later } from '../../browser/later.tsx'
import { profile, shopSettings } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { EmailCard } from './email-card.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsCard } from './sessions-card.tsx'

const PasskeysCard = later(() => import('./passkeys/passkeys-card.tsx').then((module) => module.PasskeysCard))
const NoticesCard = later(() => import('./notices-card.tsx').then((module) => module.NoticesCard))
/** Staff only. */
const FactorCard = later(() => import('./factor/factor-card.tsx').then((module) => module.FactorCard))

/** The data of the account: cards, each saved on its own. */
export function SettingsSection({ session }: { session: Session }) {
  const { data, isError, refetch } = useQuery(profile(session))
  const settings = useQuery(shopSettings()).data
  if (isError && !data) {
    return <ErrorPanel title="Error al cargar la información" onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <>
        <LoadingNote />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'field']} />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      </>
    )
  }
  return (
    <>
      <NamesForm session={session} user={data} />
      <EmailCard session={session} user={data} />
      <PasswordForm user={data} />
      <Card is={PasskeysCard} isShown={settings?.passkeys === true} session={session} user={data} />
      <Card is={NoticesCard} isShown={settings?.restock_notices === true} session={session} user={data} />
      <Card is={FactorCard} isShown={data.user_type === 'admin'} session={session} user={data} />
      <SessionsCard session={session} />
    </>
  )
}

interface LaterCardProps {
  session: Session
  user: User
}

/** Reserves its space until its code is loaded. */
function Card({
  is: Later,
  isShown,
  ...props
}: LaterCardProps & { is: typeof FactorCard; isShown: boolean }) {
  return isShown ? (
    <Later props={props}>
      <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
    </Later>
  ) : null
}

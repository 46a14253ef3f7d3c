import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../data/api.ts'
import { OpenSessions } from '../../shop/sessions/open-sessions.tsx'
import { useEnding } from '../../shop/sessions/use-ending.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { userSessions } from './users-query.ts'

/** The open sessions of an account. */
export function UserSessions({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(userSessions(userId))
  const { ending, failure, heading, onEnd } = useEnding({
    end: (number) => call('endUserSession', { params: { id: userId, number } }),
    reload: () => queryClient.invalidateQueries(userSessions(userId)),
  })
  return (
    <section className="surface user-sessions" aria-labelledby="user-sessions">
      <h2 id="user-sessions" ref={heading} tabIndex={-1}>
        Sesiones abiertas
      </h2>
      {isError && !data && <ErrorPanel title="Error al cargar las sesiones" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="user-sessions-skeleton" />}
      {data?.length === 0 && <p>No tiene sesiones abiertas.</p>}
      {data && <OpenSessions sessions={data} ending={ending} onEnd={onEnd} />}
      {failure !== '' && <FieldError>{failure}</FieldError>}
    </section>
  )
}

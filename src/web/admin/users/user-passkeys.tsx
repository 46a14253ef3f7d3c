import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../data/api.ts'
import { PasskeyList } from '../../shop/passkeys/passkey-list.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { userPasskeys } from './users-query.ts'

/** The passkeys of an account. */
export function UserPasskeys({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(userPasskeys(userId))
  return (
    <section className="surface user-sessions" aria-labelledby="user-passkeys">
      <h2 id="user-passkeys">Huellas y llaves</h2>
      {isError && !data && <ErrorPanel title="Error al cargar las llaves" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="user-sessions-skeleton" />}
      {data?.length === 0 && <p>No tiene llaves: entra con la contraseña.</p>}
      {data && data.length > 0 && (
        <PasskeyList
          passkeys={data}
          remove={(key) => call('removeUserPasskey', { params: { id: userId, key } })}
          onRemoved={() => void queryClient.invalidateQueries(userPasskeys(userId))}
        >
          Ese dispositivo deja de abrir la cuenta. Se avisa por email a quien la usa.
        </PasskeyList>
      )}
    </section>
  )
}

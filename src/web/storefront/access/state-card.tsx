import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import {
  ACCESS_APPROVED,
  ACCESS_REJECTED,
  ACCESS_WAITING,
  CREATE_ACCOUNT,
  NO_REQUEST,
  YOUR_REQUEST,
} from '../../../contract/accounts/access-rules.ts'
import { openApproved, readAccessState } from '../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { formatDay } from '../../shop/dates.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { wantedProductId } from '../cart/wanted-product.ts'
import { AskAgain, Done } from './done.tsx'

type State = AnswerOf<typeof readAccessState>

/** `/invitacion#p=…`: the state of an access request, for the person who confirmed its e-mail address. */
export function StateCard({ token }: { token: string }) {
  const request = useQuery({
    queryKey: ['access-state', token],
    queryFn: () => call(readAccessState, { body: { token } }),
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return (
    <>
      <UnlistedHead title={YOUR_REQUEST} />
      {request.data && <Stands key={request.data.state} token={token} request={request.data} />}
      {request.error instanceof Refusal && request.error.status < 500 && request.error.status > 0 ? (
        <AskAgain title={NO_REQUEST}>Puede que se haya borrado, pasado un tiempo.</AskAgain>
      ) : (
        request.isLoadingError && (
          <ErrorPanel title="No pudimos leer el pedido" onRetry={() => void request.refetch()} />
        )
      )}
      {request.isPending && (
        <div className="login-form">
          <h1 tabIndex={-1}>{YOUR_REQUEST}</h1>
          <p role="status">Leyendo el pedido…</p>
        </div>
      )}
    </>
  )
}

function Stands({ token, request }: { token: string; request: State }) {
  const { state, email, note, asked_at } = request
  switch (state) {
    case 'waiting':
      return (
        <Done title="Pedido recibido">
          <p className="login-success">{ACCESS_WAITING}</p>
          <p>
            Lo pediste el {formatDay(asked_at)} para <strong>{email}</strong>. En esta página ves cómo va: te
            mandamos su enlace por mail.
          </p>
          <WaysBack />
        </Done>
      )
    case 'approved':
      return <Approved token={token} note={note} />
    case 'opened':
      return (
        <Done title="Tu cuenta está abierta">
          <p>
            El pedido de <strong>{email}</strong> ya tiene su cuenta.
          </p>
          <Link className="button primary large block" to={paths.login()}>
            Iniciar sesión
          </Link>
        </Done>
      )
    case 'rejected':
      return (
        <Done title={YOUR_REQUEST}>
          <p>{ACCESS_REJECTED}</p>
          <Note note={note} />
          <WaysBack />
        </Done>
      )
    default:
      return <AskAgain title="El pedido venció">No llegó a responderse, o la invitación se anuló.</AskAgain>
  }
}

const NOTHING = {}

function Approved({ token, note }: { token: string; note: string }) {
  const navigate = useNavigate()
  const form = useForm({
    base: NOTHING,
    idOf: String,
    failed: 'No se pudo abrir la invitación',
    focuses: 'field',
  })
  const open = async () => {
    const { invitation } = await call(openApproved, { body: { token } })
    await navigate(`/invitacion#t=${invitation}`, { replace: true })
  }
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit(open)}>
      <StepHeading>{ACCESS_APPROVED}</StepHeading>
      <p className="login-success">Ya podés crear tu cuenta: elegís usuario y contraseña, y listo.</p>
      <Note note={note} />
      <div role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </div>
      <BusyButton type="submit" className="primary large block" busy={form.isBusy}>
        {CREATE_ACCOUNT}
      </BusyButton>
    </form>
  )
}

function Note({ note }: { note: string }) {
  return (
    note !== '' && (
      <p className="access-note">
        <strong>Nota de la tienda:</strong> <span>{note}</span>
      </p>
    )
  )
}

function WaysBack() {
  const productId = wantedProductId()
  return (
    <>
      {productId !== undefined && (
        <Link className="button primary large block" to={paths.product(productId)}>
          Volver al producto
        </Link>
      )}
      <Link className="button secondary large block" to={paths.catalogue()}>
        Ver el catálogo
      </Link>
    </>
  )
}

import { Camera, Eye, PackagePlus, RefreshCcwDot, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayInNumbers } from '../../../contract/place.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { ClaimStatusBadge } from '../../shop/claim-status-badge.tsx'
import { formatMoment, formatShortDay } from '../../shop/dates.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { businessHours, PROMISED_HOURS, waitTone } from '../../../contract/warranty/business-hours.ts'
import { isWaiting, orderNumberOf, photosOf } from './claim-words.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { counted } from '../kit/counted.ts'
import { Fact } from '../../shop/fact.tsx'
import { Needs, useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import { listUsers } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import '../kit/controls.css'
import './claims-page.css'

export type ClaimAction = 'details' | 'status' | 'replace'

interface ClaimCardProps {
  claim: Claim
  isGone: boolean
  now: number
  onAct: (action: ClaimAction, claim: Claim) => void
}

export function AdminClaimCard({ claim, isGone, now, onAct }: ClaimCardProps) {
  const head = (
    <div className="admin-claim-head row-card-head">
      <h2 className="row-card-code">
        <span className="visually-hidden">Reclamo </span>
        <span>{`#${claim.id}`}</span>
      </h2>
      <ClaimStatusBadge status={claim.status} />
      <time dateTime={claim.created_at} title={formatMoment(claim.created_at)}>
        {formatShortDay(claim.created_at)}
      </time>
    </div>
  )
  const label = `Reclamo #${claim.id}, ${claim.name}`
  return (
    <RowCard id={claim.id} isGone={isGone} className="admin-claim stack-3" label={label} head={head}>
      <ClaimFlags claim={claim} now={now} />
      <ClaimFacts claim={claim} />
      <ClaimButtons claim={claim} onAct={onAct} />
    </RowCard>
  )
}

interface ClaimButtonsProps extends Pick<ClaimCardProps, 'claim' | 'onAct'> {
  /** In the table. */
  isIconOnly?: boolean
}

export function ClaimButtons({ claim, onAct, isIconOnly = false }: ClaimButtonsProps) {
  const of = ` del reclamo #${claim.id}`
  return (
    <div className="admin-actions wrap-2">
      <IconButton
        icon={Eye}
        text="Ver Detalles"
        of={of}
        look={!isIconOnly && isWaiting(claim.status) ? 'primary' : 'secondary'}
        isIconOnly={isIconOnly}
        data-key="Enter"
        title="Ver Detalles (Enter)"
        aria-haspopup="dialog"
        onClick={() => onAct('details', claim)}
      />
      <Needs right="claims_write">
        <IconButton
          icon={RefreshCcwDot}
          text="Editar Estado"
          of={of}
          isIconOnly={isIconOnly}
          data-key="e"
          title="Editar Estado (e)"
          aria-haspopup="dialog"
          onClick={() => onAct('status', claim)}
        />
      </Needs>
      <ReplaceButton claim={claim} onAct={onAct} isIconOnly={isIconOnly} />
      {!isIconOnly && <ClaimProfile claim={claim} />}
    </div>
  )
}

/** Only for an approved claim, once, unless the replacement was cancelled. */
function ReplaceButton({ claim, onAct, isIconOnly = false }: ClaimButtonsProps) {
  const may = useMay()
  const isReplaced = claim.replacements?.some(({ is_cancelled }) => !is_cancelled)
  if (!may('orders_write') || claim.status !== 'approved' || isReplaced) return null
  return (
    <IconButton
      icon={PackagePlus}
      text="Reponer"
      isIconOnly={isIconOnly}
      of={` del reclamo #${claim.id}`}
      data-key="p"
      title="Reponer (p)"
      aria-haspopup="dialog"
      onClick={() => onAct('replace', claim)}
    />
  )
}

/** The facts for a decision: waiting time, whether it is within the warranty, whether there is an account. */
export function ClaimFlags({ claim, now }: { claim: Claim; now: number }) {
  const photos = photosOf(claim).length
  return (
    <p className="row-card-flags">
      <ClaimUrgency claim={claim} now={now} />
      <span className={`badge ${claim.user_id == null ? '' : 'ok'}`}>
        {claim.user_id == null ? 'Usuario no registrado' : 'Usuario registrado'}
      </span>
      <span className="badge">
        <Camera aria-hidden="true" size={15} />
        {counted(photos, 'foto', 'fotos')}
      </span>
    </p>
  )
}

/** How long it waits, and whether it is within the warranty. */
export function ClaimUrgency({ claim, now }: { claim: Claim; now: number }) {
  return (
    <>
      {isWaiting(claim.status) && <WaitBadge since={claim.created_at} now={now} />}
      {claim.out_of_window && <span className="badge err">Fuera de plazo</span>}
    </>
  )
}

function WaitBadge({ since, now }: { since: string; now: number }) {
  const hours = businessHours(since, new Date(now))
  const tone = waitTone(hours)
  return (
    <span
      className={`badge ${tone}`}
      title={`Horas hábiles: lunes a viernes de 9 a 18. Vence a las ${PROMISED_HOURS} horas hábiles.`}
    >
      {`Espera ${Math.floor(hours)} h hábiles${tone === 'err' ? ', vencido' : ''}`}
    </span>
  )
}

export function ClaimFacts({ claim, children }: { claim: Claim; children?: ReactNode }) {
  const admin = useAdminPath()
  return (
    <dl className="admin-facts">
      <Fact name="Nombre">{claim.name}</Fact>
      <Fact name="Email">
        {claim.email === '' ? (
          'Sin email'
        ) : (
          <a
            href={`mailto:${encodeURIComponent(claim.email)}?subject=${encodeURIComponent(`Reclamo #${claim.id}`)}`}
          >
            <BreaksAfter sign="@" text={claim.email} />
          </a>
        )}
      </Fact>
      <Fact name="Producto">{claim.product_name}</Fact>
      <Fact name="Pedido">
        <OrderNumber claim={claim} />
      </Fact>
      <Fact name="Compra">{dayInNumbers(claim.purchase_date)}</Fact>
      <Fact name="Germinación">{dayInNumbers(claim.germination_date)}</Fact>
      {claim.replacements?.map(({ id, is_cancelled }) => (
        <Fact key={id} name="Reposición">
          <Link className="admin-claim-order" to={admin.order(id)}>{`Pedido #${id}`}</Link>
          {is_cancelled && ' (cancelado)'}
        </Fact>
      ))}
      <RelatedFacts claim={claim} />
      {children}
    </dl>
  )
}

/** Other claims about the same goods, and what was sent for them. */
export function RelatedFacts({ claim: { related = [] } }: { claim: Claim }) {
  const admin = useAdminPath()
  return related.map(({ id, status_display, replacements }) => (
    <Fact key={id} name="Otro reclamo">
      <Link className="admin-claim-order" to={admin.claims({ search: `#${id}` })}>{`#${id}`}</Link>
      {` ${status_display}, mismo producto`}
      {replacements.map((order) => (
        <span key={order.id}>
          {order.is_cancelled
            ? ', reposición cancelada '
            : `, ${counted(order.units, 'repuesta', 'repuestas')} en el `}
          <Link className="admin-claim-order" to={admin.order(order.id)}>{`Pedido #${order.id}`}</Link>
        </span>
      ))}
    </Fact>
  ))
}

/** This link has the same address under both prefixes. */
export function OrderNumber({ claim }: { claim: Claim }) {
  const number = orderNumberOf(claim)
  if (number === undefined) return claim.order_number || 'Sin pedido'
  return (
    <>
      <Link className="admin-claim-order" to={adminPaths('/admin').orders({ orderId: number })}>
        #{number}
      </Link>
      {claim.order_id === null && ' (escrito a mano)'}
    </>
  )
}

/** These links have the same addresses under both prefixes. */
const admin = adminPaths('/admin')

/**
 * Link to the claimant: the account of the claim, else that of the order, else the one with this e-mail, else the list of
 * accounts filtered by it.
 */
function ClaimProfile({ claim }: { claim: Claim }) {
  const id = claim.user_id ?? claim.order?.customer_id
  const words = (
    <>
      <UserRound aria-hidden="true" size={20} />
      Ver perfil<span className="visually-hidden"> de {claim.name}</span>
    </>
  )
  return id ? (
    <Link className="button secondary" to={admin.user(id)}>
      {words}
    </Link>
  ) : (
    <LookUp claim={claim}>{words}</LookUp>
  )
}

const FAILED = 'Error al buscar el usuario por email'

function LookUp({ claim: { email }, children }: { claim: Claim; children: ReactNode }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const look = async () => {
    setProblem('')
    if (email === '') {
      showToast('warning', USER_NOT_FOUND)
      return setProblem(USER_NOT_FOUND)
    }
    setBusy(true)
    try {
      const answer = await call(listUsers, { query: { email, page: 1, page_size: 10 } })
      const users = Array.isArray(answer) ? answer : answer.results
      // The search also finds substrings: another account must not open for this claim.
      const user = users.find((one) => one.email.toLowerCase() === email.toLowerCase())
      if (!user) showToast('warning', USER_NOT_FOUND)
      await navigate(user ? admin.user(user.id) : admin.users({ email }))
    } catch {
      showToast('error', FAILED)
      setProblem(FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <BusyButton busy={busy} busyText="Buscando…" className="secondary" onClick={() => void look()}>
        {children}
      </BusyButton>
      {problem && (
        <span className="claim-problem" role="alert">
          <span>{problem}</span>{' '}
          {email !== '' && <Link to={admin.users({ email })}>Buscar en la lista de usuarios</Link>}
        </span>
      )}
    </>
  )
}

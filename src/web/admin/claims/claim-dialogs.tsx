import { useRef } from 'react'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { whatsappLink } from '../../../contract/numbering-plan.ts'
import { useShopName } from '../../app/site.ts'
import { givenName } from '../../../contract/messages/templates.ts'
import { useTemplates } from '../templates/templates-query.ts'
import { showsResolution } from '../../../contract/warranty/warranty-status.ts'
import { ClaimStatusBadge } from '../../shop/claim-status-badge.tsx'
import { formatDay, formatMoment } from '../../shop/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Needs } from '../shell/rights.tsx'
import { ClaimFacts, ClaimFlags } from './claim-card.tsx'
import { ClaimDecision } from './claim-decision.tsx'
import { ClaimPhotos } from './claim-photos.tsx'
import { useNow } from '../kit/use-now.ts'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { useClaimDecision } from './use-claim-decision.ts'
import { Fact } from '../../shop/fact.tsx'
import '../kit/controls.css'
import '../orders/list/orders-page.css'
import './claims-page.css'

interface ClaimDialogProps {
  claim: Claim
  /** `details`: photos, facts and decision side by side. `status`: only the decision. */
  kind: 'details' | 'status'
  onChanged: (claim: Claim) => void
  onClose: () => void
}

export function ClaimDialog({ claim, kind, onChanged, onClose }: ClaimDialogProps) {
  const decision = useClaimDecision(claim, onChanged)
  const { close, note } = useCloseGuard(decision.isDirty, onClose)
  const photo = useRef<HTMLButtonElement>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const form = <ClaimDecision claim={claim} form={decision} chosen={chosen} onCancel={close} />
  const shared = { open: true, onClose: close, busy: decision.isBusy }
  if (kind === 'status')
    return (
      <Dialog
        {...shared}
        initialFocus={chosen}
        title={`Editar Estado del reclamo #${claim.id}`}
        className="claim-status-dialog"
      >
        {note}
        {form}
      </Dialog>
    )
  return (
    <Dialog {...shared} initialFocus={photo} title={`Reclamo #${claim.id}`} className="claim-dialog">
      {note}
      <div className="claim-columns stack-4">
        <ClaimPhotos claim={claim} first={photo} />
        <div className="claim-side stack-4">
          <ClaimDetails claim={claim} />
          <Needs right="claims_write">{form}</Needs>
        </div>
      </div>
    </Dialog>
  )
}

function ClaimDetails({ claim }: { claim: Claim }) {
  const now = useNow()
  return (
    <>
      <p className="order-peek-when admin-row">
        <ClaimStatusBadge status={claim.status} />
        <time dateTime={claim.created_at}>{formatMoment(claim.created_at)}</time>
      </p>
      <ClaimFlags claim={claim} now={now} />
      <ClaimFacts claim={claim}>
        <CustomerFacts claim={claim} />
      </ClaimFacts>
      <section>
        <h3>Descripción</h3>
        <p className="claim-description">{claim.description}</p>
      </section>
    </>
  )
}

function CustomerFacts({ claim }: { claim: Claim }) {
  const phone = claim.user_phone ?? ''
  const chat = whatsappLink(phone, useClaimMessage(claim))
  return (
    <>
      <Fact name="Teléfono">
        {!chat ? (
          phone || 'Sin teléfono'
        ) : (
          <a href={chat} target="_blank" rel="noopener noreferrer">
            {phone}
            <span className="visually-hidden"> (WhatsApp, se abre en otra pestaña)</span>
          </a>
        )}
      </Fact>
      <Fact name="Cliente desde">{claim.user_since ? formatDay(claim.user_since) : 'Sin cuenta'}</Fact>
      <Fact name="Pedidos anteriores">{claim.previous_orders_count ?? 0}</Fact>
      {!showsResolution(claim.status) && claim.resolution_details !== '' && (
        <Fact name="Resolución guardada (oculta en este estado)">{claim.resolution_details}</Fact>
      )}
    </>
  )
}

/** The message for a claim. Its template uses no payment or delivery. */
function useClaimMessage(claim: Claim): string {
  const messageOf = useTemplates()
  const tienda = useShopName()
  const none = { total: '', saldo: '', seguimiento: '', vence: '' }
  const pedido = claim.order_number
  return messageOf('reclamo', {
    ...none,
    nombre: givenName(claim.name),
    pedido,
    productos: [claim.product_name],
    tienda,
  })
}

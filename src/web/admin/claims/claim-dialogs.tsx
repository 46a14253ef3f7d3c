import { useRef, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
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
import { ClaimDecision, useClaimDecision } from './claim-decision.tsx'
import { useNow } from '../kit/use-now.ts'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { Fact } from '../../shop/fact.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type ClaimPhoto, photosOf } from './claim-words.ts'
import '../kit/controls.css'
import '../orders/list/orders-page.css'
import './claims-page.css'
import '../../ui/dialog/dialog.css'

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
      <Dialog {...shared} initialFocus={chosen} title={`Editar Estado del reclamo #${claim.id}`}>
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

/** One large photo and the others as thumbnails with their names; a press opens it in full screen. */
function ClaimPhotos({ claim, first }: { claim: Claim; first: RefObject<HTMLButtonElement | null> }) {
  const photos = photosOf(claim)
  const [chosen, setChosen] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const at = Math.min(chosen, photos.length - 1)
  const photo = photos[at]
  const turn = (by: number) => setChosen((at + by + photos.length) % photos.length)
  useArrowKeys(turn, photos.length > 1)
  if (!photo) return <p className="admin-note">Sin fotos.</p>
  return (
    <div className="claim-photos-view stack-3">
      <button
        type="button"
        ref={first}
        className="claim-photo-large"
        aria-haspopup="dialog"
        aria-label={`Ampliar: ${altOf(photos, at, claim)}`}
        onClick={() => setIsOpen(true)}
      >
        <img key={photo.src} src={photo.src} alt="" />
        <ZoomIn aria-hidden="true" size={22} />
      </button>
      <PhotoChoice photos={photos} at={at} onChoose={setChosen} />
      {isOpen && (
        <PhotoOverlay
          photo={photo}
          alt={altOf(photos, at, claim)}
          onTurn={photos.length > 1 ? turn : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

interface PhotoChoiceProps {
  photos: ClaimPhoto[]
  /** Index of the large photo. */
  at: number
  onChoose: (at: number) => void
}

function PhotoChoice({ photos, at, onChoose }: PhotoChoiceProps) {
  return (
    <ul className="claim-photo-choice stack-2" aria-label="Fotos">
      {photos.map(({ label, src }, i) => (
        <li key={label}>
          <button type="button" aria-pressed={i === at} onClick={() => onChoose(i)}>
            <img src={src} alt="" loading="lazy" width={96} height={72} />
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

function altOf(photos: ClaimPhoto[], at: number, claim: Claim): string {
  return `Foto ${at + 1} de ${photos.length}: ${photos[at]?.label ?? ''}, reclamo ${claim.id}`
}

interface PhotoOverlayProps {
  photo: ClaimPhoto
  alt: string
  onTurn: ((by: number) => void) | undefined
  onClose: () => void
}

/** The whole photo, or its original size to scroll in. `useArrowKeys` handles ← →. */
function PhotoOverlay({ photo, alt, onTurn, onClose }: PhotoOverlayProps) {
  const [isClose, setIsClose] = useState(false)
  const stage = useRef<HTMLButtonElement>(null)
  const zoomText = isClose ? 'Ver la foto entera' : 'Ver en tamaño real'
  return (
    <Dialog open onClose={onClose} title={alt} className="full-dialog" initialFocus={stage}>
      <div className={`claim-overlay-stage${isClose ? ' is-close' : ''}`}>
        <button type="button" ref={stage} aria-label={zoomText} onClick={() => setIsClose(!isClose)}>
          <img key={photo.src} src={photo.src} alt={alt} />
        </button>
      </div>
      <div className="claim-overlay-controls">
        {onTurn && <Control label="Foto anterior" icon={ChevronLeft} onClick={() => onTurn(-1)} />}
        <Control label={zoomText} icon={isClose ? ZoomOut : ZoomIn} onClick={() => setIsClose(!isClose)} />
        {onTurn && <Control label="Foto siguiente" icon={ChevronRight} onClick={() => onTurn(1)} />}
      </div>
    </Dialog>
  )
}

function Control({
  label,
  icon: Icon,
  onClick,
}: {
  label: string
  icon: typeof ZoomIn
  onClick: () => void
}) {
  return <IconButton icon={Icon} text={label} isIconOnly title={label} onClick={onClick} />
}

/** ← and → turn the photos, except where they have another meaning: in texts and among radios. */
function useArrowKeys(turn: (by: number) => void, isOn: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!by || !isOn || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return
    // The arrows scroll a photo in its original size.
    if (document.querySelector('.claim-overlay-stage.is-close')) return
    event.preventDefault()
    turn(by)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

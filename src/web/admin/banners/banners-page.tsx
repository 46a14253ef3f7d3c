import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BANNERS_FULL } from '../../../contract/banner-rules.ts'
import type { Banner } from '../../../contract/banners.ts'
import { MAX_BANNERS } from '../../../contract/limits.ts'
import { dayOf } from '../../shop/dates.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BannerDialog } from './banner-dialog.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerName, hiddenBecause, shownDays } from './banner-rules.ts'
import { adminBanners } from './banners-query.ts'
import { DeleteBannerDialog } from './delete-banner-dialog.tsx'
import { RefreshButton } from '../lists/refresh-button.tsx'
import { useBannerChanges } from './use-banner-changes.ts'
import './banners-page.css'

const LOAD_FAILED = 'No se pudieron cargar las imágenes del carousel'

export default function BannersPage() {
  const session = useSession()
  return (
    <>
      <title>{`Banners · ${SITE}`}</title>
      {session && <Banners session={session} />}
    </>
  )
}

function Banners({ session }: { session: Session }) {
  const list = useQuery(adminBanners(session))
  const banners = list.data ?? []
  const [open, setOpen] = useState<Banner | 'new'>()
  const [deleting, setDeleting] = useState<Banner>()
  const changes = useBannerChanges(session)
  const isFull = banners.length >= MAX_BANNERS
  const add = () => setOpen('new')
  return (
    <>
      <header className="admin-head">
        <div>
          <h1 tabIndex={-1}>Banners</h1>
          <output className="admin-head-count">
            {list.data ? `${banners.length} de ${MAX_BANNERS}` : '\u00a0'}
          </output>
        </div>
        <div className="admin-head-actions">
          <RefreshButton query={list} words={{ done: 'Banners actualizados', failed: LOAD_FAILED }} />
          {isFull && (
            <span className="badge warn" id="banners-full">
              {BANNERS_FULL}
            </span>
          )}
          <button
            type="button"
            className="button primary"
            data-key="n"
            title="Agregar banner (n)"
            disabled={!list.data || isFull}
            aria-describedby={isFull ? 'banners-full' : undefined}
            onClick={add}
          >
            <Plus aria-hidden="true" size={20} />
            Agregar banner
          </button>
        </div>
      </header>
      <AsyncList
        state={list}
        count={banners.length}
        countText={visibleText(banners)}
        skeleton={<Skeletons />}
        empty={
          <EmptyState title="No hay banners: la portada muestra los de la tienda">
            <button type="button" className="button primary" onClick={add}>
              Agregar banner
            </button>
          </EmptyState>
        }
        errorText={LOAD_FAILED}
        onRetry={() => void list.refetch()}
      >
        <ol className="banner-list">
          {banners.map((banner, at) => (
            <BannerCard
              key={banner.id}
              banner={banner}
              at={at}
              banners={banners}
              changes={changes}
              onEdit={() => setOpen(banner)}
              onDelete={() => setDeleting(banner)}
            />
          ))}
        </ol>
      </AsyncList>
      <BannerDialog session={session} banner={open} onClose={() => setOpen(undefined)} />
      {deleting && (
        <DeleteBannerDialog session={session} banner={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

function visibleText(banners: readonly Banner[]): string {
  const visible = banners.filter((banner) => hiddenBecause(banner, dayOf()) === undefined).length
  if (visible === 0) return 'Ninguno visible: la portada muestra los de la tienda'
  return visible === 1 ? '1 visible en la portada' : `${visible} visibles en la portada`
}

interface BannerCardProps {
  banner: Banner
  /** Its place, from 0. */
  at: number
  banners: readonly Banner[]
  changes: ReturnType<typeof useBannerChanges>
  onEdit: () => void
  onDelete: () => void
}

function BannerCard({ banner, at, banners, changes, onEdit, onDelete }: BannerCardProps) {
  const name = bannerName(banner)
  const hidden = hiddenBecause(banner, dayOf())
  const days = shownDays(banner)
  return (
    <li className="banner-card" data-row tabIndex={-1}>
      <BannerPreview desktop={banner.image_url} mobile={banner.mobile_image_url} name={name} />
      <div className="banner-card-words">
        <h2>{name}</h2>
        <p className="banner-card-link">{banner.url_to}</p>
        {days && <p className="banner-card-link">{days}</p>}
        {hidden ? (
          <span className="badge warn">
            <EyeOff aria-hidden="true" size={15} />
            {hidden}
          </span>
        ) : (
          <span className="badge ok">Visible</span>
        )}
      </div>
      <div className="banner-card-actions">
        <button
          type="button"
          role="switch"
          className="admin-switch"
          aria-checked={banner.is_active}
          aria-label={`Activo, ${name}`}
          onClick={() => changes.setActive(banner, !banner.is_active)}
        >
          <span className="admin-switch-track" aria-hidden="true" />
          Activo
        </button>
        <MoveButton {...{ banner, banners, changes }} step={-1} isEnd={at === 0} />
        <MoveButton {...{ banner, banners, changes }} step={1} isEnd={at === banners.length - 1} />
        <button
          type="button"
          className="button secondary"
          data-key="Enter e"
          aria-label={`Editar ${name}`}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" size={20} />
          Editar
        </button>
        <button
          type="button"
          className="button quiet icon-only"
          data-key="Delete"
          aria-label={`Eliminar ${name}`}
          title="Eliminar (Supr)"
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" size={20} />
        </button>
      </div>
      {changes.problem?.id === banner.id && <FieldError>{changes.problem.text}</FieldError>}
    </li>
  )
}

interface MoveButtonProps extends Pick<BannerCardProps, 'banner' | 'banners' | 'changes'> {
  step: -1 | 1
  isEnd: boolean
}

/** Not disabled at the ends: it would lose the focus of who has just moved the banner there. */
function MoveButton({ banner, banners, changes, step, isEnd }: MoveButtonProps) {
  const word = step === -1 ? 'Subir' : 'Bajar'
  const id = `banner-${banner.id}-${word}`
  const move = () => {
    if (isEnd) return
    changes.move(banners, banner, step)
    // A card that is put elsewhere in the document loses the focus.
    setTimeout(() => document.getElementById(id)?.focus())
  }
  return (
    <button
      type="button"
      id={id}
      className="button secondary icon-only"
      aria-label={`${word} ${bannerName(banner)}`}
      aria-disabled={isEnd || undefined}
      title={word}
      onClick={move}
    >
      {step === -1 ? <ArrowUp aria-hidden="true" size={20} /> : <ArrowDown aria-hidden="true" size={20} />}
    </button>
  )
}

function Skeletons() {
  return (
    <div className="banner-list">
      {Array.from({ length: 3 }, (_, at) => (
        <Skeleton key={at} className="banner-skeleton" />
      ))}
    </div>
  )
}

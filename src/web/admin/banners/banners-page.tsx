import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BANNERS_FULL } from '../../../contract/banner-rules.ts'
import type { Banner } from '../../../contract/banners.ts'
import { MAX_BANNERS } from '../../../contract/limits.ts'
import { dayOf } from '../../shop/dates.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { BannerDialog } from './banner-dialog.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerName, hiddenBecause, shownDays } from './banner-rules.ts'
import { adminBanners } from './banners-query.ts'
import { DeleteBannerDialog } from './delete-banner-dialog.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { Switch } from '../shell/switch.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { type BannerChanges, useBannerChanges } from './use-banner-changes.ts'
import { ProblemText } from '../kit/problem.tsx'
import './banners-page.css'

const LOAD_FAILED = 'No se pudieron cargar las imágenes del carousel'

export default function BannersPage() {
  const list = useQuery(adminBanners())
  const [open, setOpen] = useState<Banner | 'new'>()
  const [deleting, setDeleting] = useState<Banner>()
  const add = () => setOpen('new')
  useFailureToast(list.isError, LOAD_FAILED)
  return (
    <>
      <Head list={list} onAdd={add} />
      <BannerList list={list} onAdd={add} onEdit={setOpen} onDelete={setDeleting} />
      <BannerDialog banner={open} onClose={() => setOpen(undefined)} />
      {deleting && <DeleteBannerDialog banner={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

interface PartProps {
  list: UseQueryResult<Banner[]>
  onAdd: () => void
}

function Head({ list, onAdd }: PartProps) {
  const { data, refetch } = list
  const isFull = data !== undefined && data.length >= MAX_BANNERS
  return (
    <ListHead title="Banners" count={data ? `${data.length} de ${MAX_BANNERS}` : ''}>
      <RefreshButton refetch={refetch} words={{ done: 'Banners actualizados', failed: LOAD_FAILED }} />
      {isFull && (
        <span className="badge warn" id="banners-full">
          {BANNERS_FULL}
        </span>
      )}
      <IconButton
        icon={Plus}
        text="Agregar banner"
        look="primary"
        data-key="n"
        title="Agregar banner (n)"
        disabled={!data || isFull}
        aria-describedby={isFull ? 'banners-full' : undefined}
        onClick={onAdd}
      />
    </ListHead>
  )
}

interface BannerListProps extends PartProps {
  onEdit: (banner: Banner) => void
  onDelete: (banner: Banner) => void
}

function BannerList({ list, onAdd, onEdit, onDelete }: BannerListProps) {
  const changes = useBannerChanges()
  const banners = list.data ?? []
  return (
    <AsyncList
      state={list}
      count={banners.length}
      countText={visibleText(banners)}
      skeleton={<RowSkeletons list="banner-list" row="banner-skeleton" count={3} />}
      empty={
        <EmptyState title="No hay banners: la portada muestra los de la tienda">
          <button type="button" className="button primary" onClick={onAdd}>
            Agregar banner
          </button>
        </EmptyState>
      }
      errorText={LOAD_FAILED}
    >
      <ol className="banner-list">
        {banners.map((banner, at) => (
          <BannerCard key={banner.id} {...{ banner, at, banners, changes, onEdit, onDelete }} />
        ))}
      </ol>
    </AsyncList>
  )
}

function visibleText(banners: readonly Banner[]): string {
  const visible = banners.filter((banner) => hiddenBecause(banner, dayOf()) === undefined).length
  if (visible === 0) return 'Ninguno visible: la portada muestra los de la tienda'
  return visible === 1 ? '1 visible en la portada' : `${visible} visibles en la portada`
}

interface BannerCardProps extends Pick<BannerListProps, 'onEdit' | 'onDelete'> {
  banner: Banner
  /** Its index, from 0. */
  at: number
  banners: readonly Banner[]
  changes: BannerChanges
}

function BannerCard(props: BannerCardProps) {
  const { banner, changes } = props
  const name = bannerName(banner)
  const hidden = hiddenBecause(banner, dayOf())
  const days = shownDays(banner)
  const problem = changes.problemOf(banner.id)
  return (
    <li className="surface banner-card" data-row tabIndex={-1}>
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
      <CardActions {...props} name={name} />
      {problem && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
    </li>
  )
}

function CardActions(props: BannerCardProps & { name: string }) {
  const { banner, at, banners, changes, onEdit, onDelete, name } = props
  return (
    <div className="banner-card-actions">
      <Switch
        isOn={banner.is_active}
        text="Activo"
        aria-label={`Activo, ${name}`}
        onClick={() => changes.setActive(banner, !banner.is_active)}
      />
      <MoveButton {...{ banner, banners, changes }} step={-1} isEnd={at === 0} />
      <MoveButton {...{ banner, banners, changes }} step={1} isEnd={at === banners.length - 1} />
      <IconButton
        icon={Pencil}
        text="Editar"
        data-key="Enter e"
        aria-label={`Editar ${name}`}
        onClick={() => onEdit(banner)}
      />
      <IconButton
        icon={Trash2}
        text={`Eliminar ${name}`}
        look="quiet"
        isIconOnly
        data-key="Delete"
        title="Eliminar (Supr)"
        onClick={() => onDelete(banner)}
      />
    </div>
  )
}

interface MoveButtonProps extends Pick<BannerCardProps, 'banner' | 'banners' | 'changes'> {
  step: -1 | 1
  isEnd: boolean
}

/** Not disabled at the ends, where it would lose the focus after the move. */
function MoveButton({ banner, banners, changes, step, isEnd }: MoveButtonProps) {
  const word = step === -1 ? 'Subir' : 'Bajar'
  const id = `banner-${banner.id}-${word}`
  const move = () => {
    if (isEnd) return
    changes.move(banners, banner, step)
    // An element that is moved in the document loses the focus.
    setTimeout(() => document.getElementById(id)?.focus())
  }
  return (
    <IconButton
      icon={step === -1 ? ArrowUp : ArrowDown}
      text={`${word} ${bannerName(banner)}`}
      isIconOnly
      id={id}
      aria-disabled={isEnd || undefined}
      title={word}
      onClick={move}
    />
  )
}

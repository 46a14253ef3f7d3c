import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BANNERS_FULL } from '../../../contract/banner-rules.ts'
import type { Banner } from '../../../contract/banners.ts'
import { MAX_BANNERS } from '../../../contract/limits.ts'
import { deleteBanner } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { dayOf } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { BannerDialog } from './banner-dialog.tsx'
import { BannerPreview } from './banner-pictures.tsx'
import { bannerName, hiddenBecause, shownDays } from './banner-rules.ts'
import {
  adminBanners,
  type BannerChanges,
  bannersChanged,
  setBanners,
  useBannerChanges,
} from './banners-query.ts'
import type { RowProps } from '../kit/data-table.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useWholeList } from '../kit/use-panel-list.ts'
import { Switch } from '../shell/switch.tsx'
import { ProblemText } from '../kit/problem.tsx'
import './banners-page.css'

const WORDS = {
  title: 'Banners',
  rows: ['banner', 'banners'],
  refreshed: 'Banners actualizados',
  loadFailed: 'No se pudieron cargar las imágenes del carousel',
} as const

export default function BannersPage() {
  const query = useQuery(adminBanners())
  const list = useWholeList<typeof query, Banner, 'edit' | 'delete'>(query, query.data ?? [])
  const changes = useBannerChanges()
  const { open, close } = list.dialog
  const [isNew, setIsNew] = useState(false)
  const add = () => setIsNew(true)
  const isFull = list.count >= MAX_BANNERS
  return (
    <ListScreen
      list={list}
      words={{ ...WORDS, titleCount: query.data ? `${list.count} de ${MAX_BANNERS}` : '' }}
      countText={visibleText(list.rows)}
      actions={
        <>
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
            disabled={!query.data || isFull}
            aria-describedby={isFull ? 'banners-full' : undefined}
            onClick={add}
          />
        </>
      }
      look={{ list: 'stack-4', isOrdered: true, skeleton: 'banner-skeleton', count: 3 }}
      renderCard={(props) => <BannerCard {...props} banners={list.rows} changes={changes} />}
      empty={
        <EmptyState title="No hay banners: la portada muestra los de la tienda">
          <button type="button" className="button primary" onClick={add}>
            Agregar banner
          </button>
        </EmptyState>
      }
    >
      {isNew && <BannerDialog banner={undefined} onClose={() => setIsNew(false)} />}
      {open?.kind === 'edit' && <BannerDialog banner={open.row} onClose={close} />}
      {open?.kind === 'delete' && <DeleteBannerDialog banner={open.row} onClose={close} />}
    </ListScreen>
  )
}

function DeleteBannerDialog({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const queryClient = useQueryClient()
  const forget = () => {
    setBanners(queryClient, (all) => all.filter(({ id }) => id !== banner.id))
    bannersChanged(queryClient)
  }
  return (
    <DeleteDialog
      title={`Eliminar «${bannerName(banner)}»`}
      remove={() => call(deleteBanner, { params: { id: banner.id } })}
      failed="Error al eliminar la imagen"
      done="Banner eliminado"
      onDeleted={forget}
      onClose={onClose}
    >
      <p>El banner deja de mostrarse en la portada y se pierden sus imágenes. No se puede deshacer.</p>
    </DeleteDialog>
  )
}

function visibleText(banners: readonly Banner[]): string {
  const visible = banners.filter((banner) => hiddenBecause(banner, dayOf()) === undefined).length
  if (visible === 0) return 'Ninguno visible: la portada muestra los de la tienda'
  return visible === 1 ? '1 visible en la portada' : `${visible} visibles en la portada`
}

interface BannerCardProps extends RowProps<Banner, 'edit' | 'delete'> {
  banners: readonly Banner[]
  changes: BannerChanges
}

function BannerCard(props: BannerCardProps) {
  const { row: banner, changes } = props
  const name = bannerName(banner)
  const hidden = hiddenBecause(banner, dayOf())
  const days = shownDays(banner)
  const problem = changes.problemOf(banner.id)
  return (
    <RowCard id={banner.id} className="banner-card stack-3">
      <BannerPreview desktop={banner.image_url} mobile={banner.mobile_image_url} name={name} />
      <div className="banner-card-words stack-1">
        <h2>{name}</h2>
        <p className="banner-card-link note">{banner.url_to}</p>
        {days && <p className="banner-card-link note">{days}</p>}
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
    </RowCard>
  )
}

function CardActions(props: BannerCardProps & { name: string }) {
  const { row: banner, banners, changes, act, name } = props
  const at = banners.indexOf(banner)
  return (
    <div className="banner-card-actions row-2">
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
        onClick={() => act('edit', banner)}
      />
      <IconButton
        icon={Trash2}
        text={`Eliminar ${name}`}
        look="quiet"
        isIconOnly
        data-key="Delete"
        title="Eliminar (Supr)"
        onClick={() => act('delete', banner)}
      />
    </div>
  )
}

interface MoveButtonProps extends Pick<BannerCardProps, 'banners' | 'changes'> {
  banner: Banner
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

import { useQueryClient } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { deleteBanner } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { bannerName } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'

interface DeleteBannerDialogProps {
  banner: Banner
  onClose: () => void
}

export function DeleteBannerDialog({ banner, onClose }: DeleteBannerDialogProps) {
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

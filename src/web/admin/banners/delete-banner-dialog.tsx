import { useQueryClient } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { bannerName } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'

interface DeleteBannerDialogProps {
  session: Session
  banner: Banner
  onClose: () => void
}

export function DeleteBannerDialog({ session, banner, onClose }: DeleteBannerDialogProps) {
  const queryClient = useQueryClient()
  const forget = () => {
    setBanners(queryClient, session, (all) => all.filter(({ id }) => id !== banner.id))
    bannersChanged(queryClient, session)
  }
  return (
    <DeleteDialog
      title={`Eliminar «${bannerName(banner)}»`}
      remove={() => call('deleteBanner', { params: { id: banner.id } })}
      failed="Error al eliminar la imagen"
      done="Banner eliminado"
      onDeleted={forget}
      onClose={onClose}
    >
      <p>El banner deja de mostrarse en la portada y se pierden sus imágenes. No se puede deshacer.</p>
    </DeleteDialog>
  )
}

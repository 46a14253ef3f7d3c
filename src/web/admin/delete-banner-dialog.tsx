import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Banner } from '../../contract/banners.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { bannerName } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'

const FAILED = 'Error al eliminar la imagen'

interface DeleteBannerDialogProps {
  session: Session
  /** Undefined: closed. */
  banner: Banner | undefined
  onClose: () => void
}

export function DeleteBannerDialog({ session, banner, onClose }: DeleteBannerDialogProps) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!banner) return
    setIsBusy(true)
    try {
      await call('deleteBanner', { params: { id: banner.id } }).catch(unlessGone)
      setBanners(queryClient, session, (all) => all.filter(({ id }) => id !== banner.id))
      bannersChanged(queryClient, session)
      showToast('success', 'Banner eliminado')
      close()
    } catch (error) {
      setProblem(error instanceof Error ? `${FAILED}. ${error.message}` : FAILED)
      showToast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={banner !== undefined}
      title={`Eliminar «${banner ? bannerName(banner) : ''}»`}
      confirmText="Eliminar"
      busyText="Eliminando…"
      busy={isBusy}
      error={problem}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>El banner deja de mostrarse en la portada y se pierden sus imágenes. No se puede deshacer.</p>
    </ConfirmDialog>
  )
}

/** Somebody else was faster: it is gone, which is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}

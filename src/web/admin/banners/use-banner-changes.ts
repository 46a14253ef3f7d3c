import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Banner } from '../../../contract/banners.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { bannerName, moved } from './banner-rules.ts'
import { adminBanners, bannersChanged, setBanners } from './banners-query.ts'

const ORDER_FAILED = 'Error al actualizar el orden'
const SAVE_FAILED = 'Error al guardar la imagen'

/** What can be done to a banner from the list: shown at once, taken back when the server refuses. */
export function useBannerChanges(session: Session) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ id: number; text: string }>()

  const attempt = async (
    id: number,
    failed: string,
    { now, ask }: { now: (banners: Banner[]) => Banner[]; ask: () => Promise<void> },
  ) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    await queryClient.cancelQueries({ queryKey: adminBanners(session).queryKey })
    const before = queryClient.getQueryData(adminBanners(session).queryKey)
    setBanners(queryClient, session, now)
    try {
      await ask()
    } catch (error) {
      setBanners(queryClient, session, (banners) => before ?? banners)
      setProblem({ id, text: error instanceof Error ? `${failed}. ${error.message}` : failed })
      showToast('error', failed)
    } finally {
      setIsBusy(false)
      bannersChanged(queryClient, session)
    }
  }
  return {
    problem,
    move: (banners: readonly Banner[], banner: Banner, step: -1 | 1) => {
      const swap = moved(banners, banner.id, step)
      if (!swap) return
      const { first, second, place, list } = swap
      void attempt(banner.id, ORDER_FAILED, {
        now: () => list,
        ask: async () => {
          const saved = await call('swapBanners', { body: { first, second } })
          setBanners(queryClient, session, () => saved)
          announce(`${bannerName(banner)}: posición ${place} de ${list.length}`)
        },
      })
    },
    setActive: (banner: Banner, isActive: boolean) =>
      void attempt(banner.id, SAVE_FAILED, {
        now: (banners) =>
          banners.map((each) => (each.id === banner.id ? { ...each, is_active: isActive } : each)),
        ask: async () => {
          await call('patchBanner', { params: { id: banner.id }, body: { is_active: isActive } })
          announce(`${bannerName(banner)}: ${isActive ? 'activado' : 'desactivado'}`)
        },
      }),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { patchBanner, swapBanners } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { announce } from '../../ui/announcer.tsx'
import { withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { bannerName, moved } from './banner-rules.ts'
import { adminBanners, bannersChanged, setBanners } from './banners-query.ts'

const ORDER_FAILED = 'Error al actualizar el orden'
const SAVE_FAILED = 'Error al guardar la imagen'

export type BannerChanges = ReturnType<typeof useBannerChanges>

interface Attempt {
  failed: string
  /** The list after the change. */
  now: (banners: Banner[]) => Banner[]
  send: () => Promise<void>
}

/** The actions of the banner list. */
export function useBannerChanges() {
  const queryClient = useQueryClient()
  const { attempt, problemOf } = useAttempts()
  return {
    problemOf,
    move: (banners: readonly Banner[], banner: Banner, step: -1 | 1) => {
      const swap = moved(banners, banner.id, step)
      if (!swap) return
      const { first, second, place, list } = swap
      attempt(banner.id, {
        failed: ORDER_FAILED,
        now: () => list,
        send: async () => {
          const saved = await call(swapBanners, { body: { first, second } })
          setBanners(queryClient, () => saved)
          announce(`${bannerName(banner)}: posición ${place} de ${list.length}`)
        },
      })
    },
    setActive: (banner: Banner, isActive: boolean) =>
      attempt(banner.id, {
        failed: SAVE_FAILED,
        now: (banners) =>
          banners.map((each) => (each.id === banner.id ? { ...each, is_active: isActive } : each)),
        send: async () => {
          await call(patchBanner, { params: { id: banner.id }, body: { is_active: isActive } })
          announce(`${bannerName(banner)}: ${isActive ? 'activado' : 'desactivado'}`)
        },
      }),
  }
}

/** Shows a change at once, and reverts it when the server refuses. One at a time: each changes the order of all. */
function useAttempts() {
  const queryClient = useQueryClient()
  const { change, isAnyBusy, problemOf } = useRowChanges()
  const run = async ({ now, send }: Attempt) => {
    const { queryKey } = adminBanners()
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    setBanners(queryClient, now)
    try {
      await send()
    } catch (error) {
      setBanners(queryClient, (banners) => before ?? banners)
      throw error
    } finally {
      bannersChanged(queryClient)
    }
  }
  const attempt = (id: number, tried: Attempt) => {
    const { failed } = tried
    if (isAnyBusy) return
    change({
      id,
      run: () => run(tried),
      problemOf: (error) => withReason(failed, error),
      isOfAll: true,
    })
  }
  return { attempt, problemOf }
}

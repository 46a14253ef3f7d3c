import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Banner } from '../../../contract/banners.ts'
import { listBanners, patchBanner, swapBanners } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { announce } from '../../ui/announcer.tsx'
import { withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { adminKey } from '../shell/admin-key.ts'
import { bannerName, moved } from './banner-rules.ts'

/** All banners in order, hidden ones included. */
export const adminBanners = () =>
  queryOptions({
    queryKey: adminKey('admin-banners'),
    queryFn: ({ signal }) => call(listBanners, { signal }),
  })

export function setBanners(queryClient: QueryClient, change: (banners: Banner[]) => Banner[]): void {
  queryClient.setQueryData(adminBanners().queryKey, (banners) => banners && change(banners))
}

/** The home page refetches its banners at the next visit. */
export function bannersChanged(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: adminBanners().queryKey })
  void queryClient.invalidateQueries({ queryKey: ['anonymous', 'banners'] })
}

/** Also of its dialog. */
export const SAVE_FAILED = 'Error al guardar la imagen'

export type BannerChanges = ReturnType<typeof useBannerChanges>

interface Attempt {
  failed: string
  /** The list after the change. */
  now: (banners: Banner[]) => Banner[]
  send: () => Promise<void>
}

/**
 * The actions of the banner list: shows a change at once, and reverts it when the server refuses. One at a time: each changes
 * the order of all.
 */
export function useBannerChanges() {
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
    if (isAnyBusy) return
    change({
      id,
      run: () => run(tried),
      problemOf: (error) => withReason(tried.failed, error),
      isOfAll: true,
    })
  }
  return {
    problemOf,
    move: (banners: readonly Banner[], banner: Banner, step: -1 | 1) => {
      const swap = moved(banners, banner.id, step)
      if (!swap) return
      const { first, second, place, list } = swap
      attempt(banner.id, {
        failed: 'Error al actualizar el orden',
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

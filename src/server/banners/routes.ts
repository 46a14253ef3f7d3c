import * as contract from '../../contract/banners.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import {
  addBanner,
  changeBanner,
  deleteBanner,
  listBanners,
  swapBanners,
  uploadBannerImage,
} from './banners.ts'

/** The pictures of the home carousel. */
export function bannerRoutes(api: Api): void {
  on(api, contract.listBanners, listBanners)
  on(api, contract.createBanner, addBanner)
  on(api, contract.updateBanner, changeBanner)
  on(api, contract.patchBanner, changeBanner)
  on(api, contract.deleteBanner, deleteBanner)
  on(api, contract.swapBanners, swapBanners)
  on(api, contract.uploadBannerImage, uploadBannerImage)
}

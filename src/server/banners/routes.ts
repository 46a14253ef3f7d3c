import * as contract from '../../contract/banners.ts'
import { uploadPicture } from '../files/uploads.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { addBanner, changeBanner, deleteBanner, listBanners, swapBanners } from './banners.ts'

/** The pictures of the home carousel. */
export function bannerRoutes(api: Api): void {
  on(api, contract.listBanners, ({ shop, query, audience }) => listBanners(shop, query, audience))
  on(api, contract.createBanner, ({ shop, body, user, http }) =>
    addBanner(shop, body, user.id, http.idempotencyKey),
  )
  for (const call of [contract.updateBanner, contract.patchBanner]) {
    on(api, call, ({ shop, params, body, user }) => changeBanner(shop, params.id, body, user.id))
  }
  on(api, contract.deleteBanner, async ({ shop, params, user }) => {
    await deleteBanner(shop, params.id, user.id)
    return {}
  })
  on(api, contract.swapBanners, ({ shop, body, user }) => swapBanners(shop, body, user.id))
  on(api, contract.uploadBannerImage, async ({ shop, files, user, http }) => {
    const picture = await uploadPicture(
      shop,
      { preset: 'banner', file: files[0] },
      { user, address: http.address },
    )
    return { ...picture, image_url: picture.secure_url }
  })
}

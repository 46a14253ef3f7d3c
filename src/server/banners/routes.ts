import * as contract from '../../contract/banners.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { listBanners } from './banners.ts'

/** The pictures of the home carousel. */
export function bannerRoutes(api: Api): void {
  on(api, contract.listBanners, ({ shop, query, audience }) => listBanners(shop, query, audience))
}

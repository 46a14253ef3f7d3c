import type { Banner } from '../../contract/banners.ts'
import type { Audience } from '../../contract/endpoint.ts'
import { MAX_BANNERS } from '../../contract/limits.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { type Day, dayOf } from '../days.ts'
import { publicChanged } from '../db/public-change.ts'
import { inTransaction } from '../db/retry.ts'
import { DomainError } from '../errors.ts'
import { claimPictures } from '../files/claim-pictures.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { showsOn } from './rules.ts'

/** In their order. Only admins see banners that do not show today. */
export async function listBanners(
  shop: Shop,
  asked: { position?: string | undefined; active?: boolean | undefined },
  audience: Audience,
): Promise<Banner[]> {
  const filter = {
    position: asked.position || undefined,
    isActive: audience === 'admin' ? asked.active : undefined,
  }
  const banners = await queries.listBanners(shop.db, filter)
  const today = dayOf(shop.now())
  return audience === 'admin' ? banners : banners.filter((banner) => showsOn(today, banner))
}

export interface NewBanner {
  title: string
  image_url: string
  mobile_image_url: string | null
  /** A path of this shop or an https address. */
  url_to: string
  position?: string
  is_active?: boolean
  start_date?: Day | null
  end_date?: Day | null
}

/** Takes the first free place. Throws `LIMIT_REACHED` when all four are taken, active or not. */
export async function addBanner(shop: Shop, banner: NewBanner, userId: number | null): Promise<Banner> {
  const at = shop.now()
  return inTransaction(shop.db, async (tx) => {
    await queries.lockPlaces(tx)
    const taken = await queries.listPlaces(tx)
    const slot = PLACES.find((place) => !taken.includes(place))
    if (slot === undefined) throw new DomainError('LIMIT_REACHED', 'Máximo alcanzado')

    const values = { start_date: null, end_date: null, ...banner, slot, created_at: at }
    const added = await queries.insertBanner(tx, values)
    await claimPictures(tx, { preset: 'banner', addresses: [banner.image_url, banner.mobile_image_url], at })
    await recordActivity(tx, {
      at,
      action: 'create',
      entity: 'banner',
      entityId: added.id,
      description: `Banner creado: ${banner.title}`,
      userId,
      changes: changesBetween({}, { ...added }),
    })
    await publicChanged(tx)
    return added
  })
}

const PLACES = Array.from({ length: MAX_BANNERS }, (_, index) => index + 1)

import { BANNERS_FULL, daysError } from '../../contract/banner-rules.ts'
import type * as contract from '../../contract/banners.ts'
import type { Banner, BannerInput } from '../../contract/banners.ts'
import { MAX_BANNERS } from '../../contract/limits.ts'
import type { ActivityAction } from '../../contract/activity.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import { dayOf } from '../days.ts'
import { publicChanged } from '../cache/public-change.ts'
import { onceBy } from '../db/idempotency.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import { keepPictures, pictureIdsLeft, reclaimShown, releasePictures } from '../files/mark-used.ts'
import { type InputOf, NOBODY, type OwnInputOf } from '../http/input.ts'
import { uploadPicture } from '../files/uploads.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { showsOn } from './rules.ts'

/** In slot order. Only admins get banners that do not show today, unless they filter by `active`. */
export async function listBanners({
  shop,
  audience,
  query,
}: InputOf<typeof contract.listBanners, 'audience'>) {
  const filter = {
    position: query.position || undefined,
    isActive: audience === 'admin' ? query.active : undefined,
  }
  const banners = await queries.listBanners(shop.db, filter)
  const today = dayOf(shop.now())
  const seesAll = audience === 'admin' && query.active !== true
  return seesAll ? banners : banners.filter((banner) => showsOn(today, banner))
}

/**
 * Throws `LIMIT_REACHED` when all four places are taken, by active banners or not, and `VALIDATION` for its days.
 * `key`: an `Idempotency-Key`.
 */
export function addBanner({
  shop,
  user: { id: userId } = NOBODY,
  body: banner,
  key,
}: OwnInputOf<typeof contract.createBanner>) {
  const at = shop.now()
  const keyed = { key, request: ['addBanner', banner], at }
  return changing(shop, (tx, banners) =>
    onceBy(tx, userId, keyed, () => insertBanner(tx, banners, banner, { userId, at })),
  )
}

async function insertBanner(
  tx: Tx,
  banners: Banner[],
  banner: BannerInput,
  { userId, at }: { userId: number | null; at: Date },
): Promise<Banner> {
  const free = PLACES.find((place) => !banners.some(({ order }) => order === place))
  if (free === undefined) throw new DomainError('LIMIT_REACHED', BANNERS_FULL)
  const slot = banner.order ?? free
  const moved = banners.find(({ order }) => order === slot)
  if (moved) await moveTo(tx, banners, moved, free)

  const values = {
    title: banner.title ?? '',
    image_url: banner.image_url,
    mobile_image_url: banner.mobile_image_url ?? null,
    url_to: banner.url_to || '/productos',
    position: banner.position || 'carousel',
    is_active: banner.is_active ?? true,
    start_date: banner.start_date ?? null,
    end_date: banner.end_date ?? null,
  }
  checkDays(values)
  const added = await queries.insertBanner(tx, { ...values, slot, created_at: at })
  await keepPictures(tx, { preset: 'banner', fields: picturesOf(added), at })
  const changes = changesBetween({}, { ...added })
  await record(tx, { at, action: 'create', banner: added, userId, changes })
  return added
}

/** Undefined fields stay unchanged. Swaps places with the banner in the wanted slot. Throws 404 and `VALIDATION`. */
export async function changeBanner({
  shop,
  user: { id: userId },
  params: { id },
  body: { order, ...change },
}: InputOf<typeof contract.updateBanner>) {
  const at = shop.now()
  return changing(shop, async (tx, banners) => {
    const before = bannerOf(banners, id)
    const values = given({
      ...change,
      url_to: change.url_to === '' ? '/productos' : change.url_to,
      position: change.position === '' ? 'carousel' : change.position,
    })
    checkDays({ ...before, ...values })
    if (order !== undefined && order !== before.order) await moveTo(tx, banners, before, order)
    const after =
      Object.keys(values).length > 0
        ? await queries.updateBanner(tx, id, values)
        : { ...before, order: order ?? before.order }
    const had = Object.values(picturesOf(before))
    await keepPictures(tx, { preset: 'banner', fields: picturesOf(after), at, before: had })
    await freePictures(tx, before, at)
    const changes = changesBetween({ ...before }, { ...after })
    if (Object.keys(changes).length > 0)
      await record(tx, { at, action: 'update', banner: after, userId, changes })
    return after
  })
}

export async function deleteBanner({
  shop,
  user: { id: userId },
  params: { id },
}: InputOf<typeof contract.deleteBanner>) {
  const at = shop.now()
  await changing(shop, async (tx, banners) => {
    const before = bannerOf(banners, id)
    await queries.deleteBanner(tx, id)
    await freePictures(tx, before, at)
    const gone = Object.fromEntries(Object.keys(before).map((field) => [field, null]))
    await record(tx, {
      at,
      action: 'delete',
      banner: before,
      userId,
      changes: changesBetween({ ...before }, gone),
    })
  })
}

/** Exchanges two places. Throws 404 when one of the banners does not exist. */
export async function swapBanners({
  shop,
  user: { id: userId },
  body: ids,
}: InputOf<typeof contract.swapBanners>) {
  const at = shop.now()
  return changing(shop, async (tx, banners) => {
    const [first, second] = [bannerOf(banners, ids.first), bannerOf(banners, ids.second)]
    if (first.id === second.id) return banners
    await queries.exchangePlaces(tx, first, second)
    const changes = changesBetween({ order: first.order }, { order: second.order })
    await record(tx, { at, action: 'update', banner: first, userId, changes })
    return queries.listBanners(tx)
  })
}

export async function uploadBannerImage({
  shop,
  user,
  files: [file],
  address,
}: InputOf<typeof contract.uploadBannerImage, 'files' | 'address'>) {
  const picture = await uploadPicture(shop, { preset: 'banner', file }, { user, address })
  return { ...picture, image_url: picture.secure_url }
}

/** Runs one change at a time on the current banners; announces a public change if today's banners differ. */
function changing<Result>(
  shop: Shop,
  change: (tx: Tx, banners: Banner[]) => Promise<Result>,
): Promise<Result> {
  return inTransaction(shop.database, async (tx) => {
    await queries.lockPlaces(tx)
    const today = dayOf(shop.now())
    const shown = (banners: Banner[]) => JSON.stringify(banners.filter((banner) => showsOn(today, banner)))
    const before = await queries.listBanners(tx)
    const result = await change(tx, before)
    if (shown(before) !== shown(await queries.listBanners(tx))) await publicChanged(tx)
    return result
  })
}

/** Releases the pictures that the saved or deleted banner showed and that nothing shows now. */
async function freePictures(tx: Tx, before: Banner, at: Date): Promise<void> {
  const ids = await queries.unusedPictures(tx, pictureIdsLeft('banner', Object.values(picturesOf(before))))
  await releasePictures(tx, { preset: 'banner', ids, at })
}

/** Reclaims released pictures that banners or settings show. */
export async function keepShownBanners(shop: Shop, before: Date): Promise<void> {
  await reclaimShown(shop, { preset: 'banner', before, unusedOf: queries.unusedPictures })
}

function picturesOf({ image_url, mobile_image_url }: Banner) {
  return { image_url, mobile_image_url }
}

async function moveTo(tx: Tx, banners: Banner[], banner: Banner, order: number): Promise<void> {
  const other = banners.find((each) => each.order === order)
  if (other) await queries.exchangePlaces(tx, banner, other)
  else await queries.updateBanner(tx, banner.id, { slot: order })
}

function record(
  tx: Tx,
  entry: {
    at: Date
    action: ActivityAction
    banner: Banner
    userId: number | null
    changes: Record<string, unknown>
  },
): Promise<void> {
  const { banner, action, ...rest } = entry
  const description = `Banner ${DONE[action] ?? 'actualizado'}: ${banner.title || `#${banner.id}`}`
  return recordActivity(tx, { ...rest, action, entity: 'banner', entityId: banner.id, description })
}

const DONE: Partial<Record<ActivityAction, string>> = { create: 'creado', delete: 'eliminado' }

function bannerOf(banners: Banner[], id: number): Banner {
  const banner = banners.find((each) => each.id === id)
  if (!banner) throw notFound('Banner no encontrado')
  return banner
}

function given<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  // safe: undefined fields are left out
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

function checkDays(banner: Pick<Banner, 'start_date' | 'end_date'>): void {
  const error = daysError(banner)
  if (error) throw invalid({ end_date: [error] })
}

const PLACES = Array.from({ length: MAX_BANNERS }, (_, index) => index + 1)

import type { Activity } from '../../../contract/activity.ts'
import { TEMPLATE_KEYS } from '../../../contract/messages/templates.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'

/** The screen of an entry's object; undefined when it has none or was removed. */
export function objectPath(
  { action, entity, entity_id: id }: Activity,
  admin: AdminPaths,
): string | undefined {
  if (action === 'delete') return undefined
  if (entity === 'settings') return admin.settings()
  if (entity === 'message_template') return admin.settings({ mensaje: TEMPLATE_KEYS[0] })
  if (entity === 'search_synonym') return admin.reports({ ver: 'busquedas' })
  if (entity === 'banner') return admin.banners()
  if (id === null) return undefined
  if (entity === 'stock_count') return admin.stockCount()
  if (entity === 'lot') return admin.lot(id)
  if (entity === 'price_run') return admin.prices({ ver: 'historial' })
  if (entity === 'price_schedule') return admin.prices({ ver: 'programados' })
  if (entity === 'product') return admin.editProduct(id)
  if (entity === 'brand') return admin.editBank(id)
  if (entity === 'order') return admin.order(id)
  if (entity === 'mail') return admin.mails({ estado: 'failed' })
  if (entity === 'user' || entity === 'session') return admin.user(id)
  if (entity === 'warranty_claim') return admin.claims({ search: String(id) })
  if (entity === 'regret_request') return admin.regrets()
  if (entity === 'access_request' || entity === 'invitation') return admin.access()
  if (entity === 'page') return admin.pages()
  return undefined
}

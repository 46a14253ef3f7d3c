import { sql } from 'kysely'
import type * as contract from '../../contract/settings/first-hour.ts'
import { FIRST_STEPS, type FirstStep } from '../../contract/settings/first-hour.ts'
import { NEW_SHOP_NAME } from '../../contract/settings/settings-rules.ts'
import { isExample } from '../config.ts'
import type { Db } from '../db/connect.ts'
import type { OwnInputOf } from '../http/input.ts'
import { hasFreshBackup } from './backups.ts'
import { FIRST_HOUR_DONE, noteTime } from './last-times.ts'
import { getSettings } from './settings.ts'

/**
 * The setup steps of a new shop, derived from its data, so nothing is ticked by hand; without the backup when none is expected.
 * Once all are done this is stored, so that e.g. a failing backup later does not show the steps again.
 */
export async function listFirstSteps({ shop }: OwnInputOf<typeof contract.listFirstSteps>) {
  const settings = await getSettings(shop.db)
  if (settings.first_hour_over) return []
  const seen = await selectTraces(shop.db)
  if (seen.finished) return []
  const { smtpUrl, mailFrom } = shop.config
  const done: Record<FirstStep['step'], boolean | undefined> = {
    identity: settings.shop_name !== NEW_SHOP_NAME,
    contact: settings.contact_email !== '' && settings.whatsapp !== '',
    mail: smtpUrl !== undefined && !isExample(mailFrom) && seen.mail,
    legal: [settings.legal_name, settings.cuit, settings.legal_address].every((text) => text !== ''),
    brand: seen.brand,
    product: seen.product,
    banner: seen.banner,
    customer: seen.customer,
    backup: await hasFreshBackup(shop),
  }
  const steps = FIRST_STEPS.flatMap((step) => {
    const isDone = done[step]
    return isDone === undefined ? [] : [{ step, done: isDone }]
  })
  if (steps.some((one) => !one.done)) return steps
  await noteTime(shop.db, FIRST_HOUR_DONE, shop.now())
  return []
}

interface Traces {
  finished: boolean
  mail: boolean
  brand: boolean
  product: boolean
  banner: boolean
  customer: boolean
}

async function selectTraces(db: Db): Promise<Traces> {
  const { rows } = await sql<Traces>`select
    exists (select 1 from settings where key = ${FIRST_HOUR_DONE}) as finished,
    exists (select 1 from outbox where sent_at is not null) as mail,
    exists (select 1 from brands) as brand,
    exists (select 1 from products where deleted_at is null and image is not null) as product,
    exists (select 1 from banners) as banner,
    exists (select 1 from invitations) or exists (select 1 from users where not is_staff) as customer`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('A select without a table has one row')
  return row
}

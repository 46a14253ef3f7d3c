import type * as contract from '../../contract/messages/template-calls.ts'
import type { MessageTemplate } from '../../contract/messages/template-calls.ts'
import {
  DEFAULT_TEMPLATE,
  TEMPLATE_KEYS,
  TEMPLATE_LABEL,
  TEMPLATE_STALE,
  type TemplateKey,
} from '../../contract/messages/templates.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { getRememberedSettings } from '../settings/settings.ts'
import * as queries from './queries.ts'

/** Every message, unchanged ones too. */
export async function listTemplates({ shop }: InputOf<typeof contract.listTemplates>) {
  return { results: await readTemplates(shop.db), mails: await getRememberedSettings(shop) }
}

async function readTemplates(db: Db): Promise<MessageTemplate[]> {
  const rows = new Map((await queries.listTemplateRows(db)).map((row) => [row.key, row]))
  return TEMPLATE_KEYS.map((key) => {
    const row = rows.get(key)
    return {
      key,
      label: TEMPLATE_LABEL[key],
      body: row?.body ?? DEFAULT_TEMPLATE[key],
      version: row?.version ?? 0,
      updated_at: row?.updated_at.toISOString() ?? null,
      updated_by: row?.updated_by ?? null,
    }
  })
}

/** Throws `STALE` when it was saved since `version`. */
export async function saveTemplate({
  shop,
  user: admin,
  params: { key },
  body: { body, version },
}: InputOf<typeof contract.saveTemplate>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const before = (await queries.lockTemplate(tx, key)) ?? { body: DEFAULT_TEMPLATE[key], version: 0 }
    const changes = changesBetween({ body: before.body }, { body })
    if (Object.keys(changes).length === 0) return
    if (version !== undefined && version !== before.version) throw stale()
    const saved = { key, body, updated_at: at, updated_by: admin.id }
    if (before.version > 0) await queries.updateTemplate(tx, saved)
    else if (!(await queries.insertTemplate(tx, saved))) throw stale()
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'message_template',
      entityId: null,
      description: `Mensaje «${TEMPLATE_LABEL[key]}» cambiado`,
      userId: admin.id,
      changes,
    })
  })
  return getTemplate(shop.db, key)
}

async function getTemplate(db: Db, key: TemplateKey): Promise<MessageTemplate> {
  const template = (await readTemplates(db)).find((one) => one.key === key)
  if (!template) throw new Error(`Message ${key} is missing`)
  return template
}

function stale(): DomainError {
  return new DomainError('STALE', TEMPLATE_STALE)
}

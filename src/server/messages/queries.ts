import type { TemplateKey } from '../../contract/messages/templates.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** The messages that were changed, with who did it. */
export function listTemplateRows(db: Db) {
  return db
    .selectFrom('message_templates')
    .leftJoin('users', 'users.id', 'message_templates.updated_by')
    .select(['key', 'body', 'version', 'updated_at', 'users.username as updated_by'])
    .execute()
}

export function lockTemplate(tx: Tx, key: TemplateKey) {
  return tx
    .selectFrom('message_templates')
    .select(['body', 'version'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}

interface SavedTemplate {
  key: TemplateKey
  body: string
  updated_at: Date
  updated_by: number
}

/** False when somebody else wrote the first change meanwhile. */
export async function insertTemplate(tx: Tx, template: SavedTemplate): Promise<boolean> {
  const row = await tx
    .insertInto('message_templates')
    .values(template)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateTemplate(tx: Tx, { key, ...template }: SavedTemplate): Promise<void> {
  await tx
    .updateTable('message_templates')
    .set((row) => ({ ...template, version: row('version', '+', 1) }))
    .where('key', '=', key)
    .execute()
}

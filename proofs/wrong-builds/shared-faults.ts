import type { Patch } from './locate-patches.ts'

/** Faults that more than one proof must notice. */

/** Reads the stock, computes, and then writes it. */
export const READ_THEN_WRITE: Patch[] = [
  {
    find: 'select blisters.id from blisters join wanted on wanted.blister_id = blisters.id\n',
    replace:
      'select blisters.id, blisters.stock from blisters join wanted on wanted.blister_id = blisters.id\n',
  },
  { find: 'order by blisters.id for no key update of blisters\n', replace: '\n' },
  { find: 'set stock = stock - wanted.quantity', replace: 'set stock = held.stock - wanted.quantity' },
  {
    find: 'and blisters.stock >= wanted.quantity and blisters.deleted_at is null',
    replace: 'and blisters.deleted_at is null',
  },
]

const COMMITTED = 'const result = await database.db.transaction().execute(begin)'

/** Answers when the work is done, but commits a moment later. */
export const ANSWER_BEFORE_COMMIT: Patch[] = [
  {
    find: COMMITTED,
    replace: `const result = await new Promise<Result>((resolve, reject) => {
        database.db
          .transaction()
          .execute(async (tx) => {
            resolve(await begin(tx))
            await sleep(150)
          })
          .catch(reject)
      })`,
  },
]

/** Commits, but sometimes reports a lost connection, as when the database ends at that moment. */
export const LOST_AFTER_COMMIT: Patch[] = [
  {
    find: COMMITTED,
    replace: `${COMMITTED}
      if (Math.random() < 0.1) throw new Error('Connection terminated unexpectedly')`,
  },
]

/** Runs each statement on its own. */
export const NO_TRANSACTION: Patch[] = [
  {
    find: COMMITTED,
    replace: 'const result = await begin(database.db.withTables() as Transaction<Tables>)',
  },
]

/** Executes a repeated request with a key again. */
export const NO_KEYS: Patch[] = [
  { find: 'if (key === undefined) return make(() => [])', replace: 'return make(() => [])' },
]

/** Writes responses for visitors with the fields of customers. */
export const PRICES_FOR_ALL: Patch[] = [
  {
    find: 'return serialize[audience]((await verb(asked)) ?? {})',
    replace: "return serialize[audience === 'anonymous' ? 'customer' : audience]((await verb(asked)) ?? {})",
  },
]

/** Removes with an account every mail that names its address, or one that contains it. */
export const MAILS_BY_ADDRESS: Patch[] = [
  {
    find: 'sql<boolean>`user_id = ${userId}::int or ${email}::text in (lower(recipient), lower(reply_to))`',
    replace: 'sql<boolean>`user_id = ${userId}::int or strpos(recipient || body_text, ${email}::text) > 0`',
  },
]

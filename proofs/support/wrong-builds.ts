import type { Patch } from './patch-sources.ts'

/** Faults that more than one proof must notice. */

const QUERIES = 'src/server/catalog/stock-queries.ts'

/** What a shop does that reads the stock, thinks, and then writes it. */
export const READ_THEN_WRITE: Patch[] = [
  {
    file: QUERIES,
    find: 'select blisters.id from blisters join wanted on wanted.blister_id = blisters.id\n',
    replace:
      'select blisters.id, blisters.stock from blisters join wanted on wanted.blister_id = blisters.id\n',
  },
  { file: QUERIES, find: 'order by blisters.id for no key update of blisters\n', replace: '\n' },
  {
    file: QUERIES,
    find: 'set stock = stock - wanted.quantity',
    replace: 'set stock = held.stock - wanted.quantity',
  },
  {
    file: QUERIES,
    find: 'and blisters.stock >= wanted.quantity and blisters.deleted_at is null',
    replace: 'and blisters.deleted_at is null',
  },
]

const RETRY = 'src/server/db/retry.ts'
const COMMITTED = `const result = await db.transaction().execute((tx) => {
        done = tx
        return work(tx)
      })`

/** Answers as soon as the work is done, and commits a moment later. */
export const ANSWER_BEFORE_COMMIT: Patch[] = [
  {
    file: RETRY,
    find: COMMITTED,
    replace: `const result = await new Promise<Result>((resolve, reject) => {
        db.transaction()
          .execute(async (tx) => {
            resolve(await work(tx))
            await sleep(150)
          })
          .catch(reject)
      })`,
  },
]

/** Commits, and now and then says that the connection was lost, as it is when the database ends at that moment. */
export const LOST_AFTER_COMMIT: Patch[] = [
  {
    file: RETRY,
    find: COMMITTED,
    replace: `${COMMITTED}
      if (Math.random() < 0.1) throw new Error('Connection terminated unexpectedly')`,
  },
]

/** Each statement for itself. */
export const NO_TRANSACTION: Patch[] = [
  { file: RETRY, find: COMMITTED, replace: 'const result = await work(db as Transaction<Tables>)' },
]

/** Whoever comes with a key is served anew. */
export const NO_KEYS: Patch[] = [
  {
    file: 'src/server/db/idempotency.ts',
    find: 'if (key === undefined) return make(() => [])',
    replace: 'return make(() => [])',
  },
]

/** What visitors are answered is written as for customers. */
export const PRICES_FOR_ALL: Patch[] = [
  {
    file: 'src/server/http/on.ts',
    find: 'return serialize[audience](await verb(asked))',
    replace: "return serialize[audience === 'anonymous' ? 'customer' : audience](await verb(asked))",
  },
]

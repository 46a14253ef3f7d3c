import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { doAfterCommit } from './after-commit.ts'
import { tellHere } from './public-change.ts'

const ATTEMPTS = 4

/** A serialization failure and a deadlock: nothing was done, and doing it again can work. */
const worthRetrying = ['40001', '40P01']

/**
 * One transaction. PostgreSQL asks its clients to repeat a transaction it gave up to break a deadlock
 * (https://www.postgresql.org/docs/15/mvcc-serialization-failure-handling.html), so `work` may run up to
 * four times: it must do nothing outside the transaction.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      let done: Transaction<Tables> | undefined
      const result = await db.transaction().execute((tx) => {
        done = tx
        return work(tx)
      })
      if (done) {
        tellHere(db, done)
        doAfterCommit(done)
      }
      return result
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error
      // Random, so that the two who met do not meet again.
      await sleep(attempt * (5 + Math.random() * 25))
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return worthRetrying.includes(String(Reflect.get(error, 'code'))) || isWorthRetrying(error.cause)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

/** A transaction, with what must happen only if it commits. */
export type Tx = Transaction<Tables> & AtCommit

interface AtCommit {
  /** Runs `task` after the commit and before `inTransaction` resolves; never after a rollback. */
  afterCommit: (task: () => void) => void
  /**
   * SQL that notifies the listeners of `channel` at the commit: this process before `inTransaction` resolves, others
   * when the notification arrives. `wasRun` tells whether the SQL ran, for conditional statements.
   */
  notifying: (channel: string, payload: string, wasRun?: () => boolean) => RawBuilder<unknown>
}

const ATTEMPTS = 4

/** Serialization failure and deadlock: the transaction was rolled back, and repeating it can work. */
const RETRIED = ['40001', '40P01']

/**
 * Runs `work` in one transaction, and retries it up to four times when PostgreSQL aborts it to break a deadlock
 * (https://www.postgresql.org/docs/15/mvcc-serialization-failure-handling.html). So `work` must have no effects
 * outside the transaction except through `Tx`.
 */
export async function inTransaction<Result>(
  database: Pick<Database, 'db' | 'notifyHere'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const tasks: (() => void)[] = []
      const begin = (tx: Transaction<Tables>) => work(Object.assign(tx, atCommit(database, tasks)))
      const result = await database.db.transaction().execute(begin)
      for (const task of tasks) task()
      return result
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetried(error)) throw error
      // A random delay, so that the same two transactions do not collide again.
      await sleep(attempt * (5 + Math.random() * 25))
    }
  }
}

function atCommit(database: Pick<Database, 'db' | 'notifyHere'>, tasks: (() => void)[]): AtCommit {
  const notified = new Set<string>()
  return {
    afterCommit: (task) => tasks.push(task),
    notifying(channel, payload, wasRun = () => true) {
      // Once for each payload, as PostgreSQL sends equal notifications of a transaction once.
      const notification = `${channel} ${payload}`
      tasks.push(() => {
        if (notified.has(notification) || !wasRun()) return
        notified.add(notification)
        database.notifyHere(channel, payload)
      })
      return sql`pg_notify(${sql.lit(channel)}, ${sql.lit(payload)})`
    },
  }
}

function isRetried(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return RETRIED.includes(String(Reflect.get(error, 'code'))) || isRetried(error.cause)
}

import type { Db } from './connect.ts'

/** What the transactions of this process will do when they have committed. */
const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Does `task` once the transaction has committed, never when it is rolled back or given up to be repeated; outside a
 * transaction at once. For what the database cannot take back: a line of the log that says that something was done.
 */
export function afterCommit(tx: Db, task: () => void): void {
  if (!tx.isTransaction) return task()
  const tasks = waiting.get(tx)
  if (tasks) tasks.push(task)
  else waiting.set(tx, [task])
}

/** Call it when `tx` has committed. */
export function doAfterCommit(tx: object): void {
  for (const task of waiting.get(tx) ?? []) task()
  waiting.delete(tx)
}

import type { Db } from '../../../src/server/db/connect.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** Counts the statements that `work` sends to the database, from anywhere. */
export async function countQueries(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const stops = [shop.db, shop.database.publicDb].map((db) => onEachQuery(db, () => (count += 1)))
  try {
    await work()
  } finally {
    for (const stop of stops) stop()
  }
  return count
}

function onEachQuery(db: Db, onQuery: () => void): () => void {
  const executor = db.getExecutor()
  const { provideConnection } = executor
  // Every statement, inside or outside a transaction, uses a connection from here.
  executor.provideConnection = (consumer) =>
    provideConnection.call(executor, (connection) => {
      const counting = Object.create(connection) as typeof connection
      counting.executeQuery = (query) => {
        onQuery()
        return connection.executeQuery(query)
      }
      return consumer(counting)
    }) as ReturnType<typeof consumer>
  return () => {
    executor.provideConnection = provideConnection
  }
}

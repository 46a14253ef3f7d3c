import type { Shop } from '../../../src/server/shop.ts'

/** Counts the statements that `work` sends to the database, from anywhere. */
export async function countQueries(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  const executor = shop.db.getExecutor()
  const { provideConnection } = executor
  let count = 0
  // Every statement, inside or outside a transaction, uses a connection from here.
  executor.provideConnection = (consumer) =>
    provideConnection.call(executor, (connection) => {
      const counting = Object.create(connection) as typeof connection
      counting.executeQuery = (query) => {
        count += 1
        return connection.executeQuery(query)
      }
      return consumer(counting)
    }) as ReturnType<typeof consumer>
  try {
    await work()
  } finally {
    executor.provideConnection = provideConnection
  }
  return count
}

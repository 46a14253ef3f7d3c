import type { Shop } from '../../../src/server/shop.ts'

/** How many statements a piece of work sends to the database, whoever sends them. */
export async function countQueries(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  const executor = shop.db.getExecutor()
  const { provideConnection } = executor
  let count = 0
  // Every statement, of a transaction or not, goes through a connection that this gives.
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

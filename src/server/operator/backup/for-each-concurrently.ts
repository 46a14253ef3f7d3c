/** Enough to keep the disk, or the network to a bucket, busy. */
const AT_ONCE = 8

/** Does the work for each item, some at a time. After a failure it starts no more, waits for the rest, and throws. */
export async function forEachConcurrently<Item>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const items = source[Symbol.asyncIterator]()
  const failing = new AbortController()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    try {
      for (let next = await items.next(); !next.done && !failing.signal.aborted; next = await items.next())
        await work(next.value)
    } catch (error) {
      failing.abort()
      throw error
    }
  })
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

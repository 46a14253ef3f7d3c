import type { Shop } from './shop.ts'

/**
 * Does the work of a job for each item, one after the other. A failure is logged and the others go on, so that one bad
 * item cannot stop a job for ever; at the end throws for the failed ones, so that the job counts as failed.
 */
export async function inTurn<Item extends { id: number | string }>(
  { log }: Pick<Shop, 'log'>,
  items: Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failed: Item['id'][] = []
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      log.error({ err: error, id: item.id }, 'an item of a background job failed')
      failed.push(item.id)
    })
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`)
}

import { useState } from 'react'
import type { Problem } from './problem.tsx'

export interface BulkRun<Action> {
  action: Action
  results: { id: number; name: string; problem: Problem | undefined }[]
  total: number
  isDone: boolean
}

/** Runs an action on one item after the other, to limit the load; each item has its own outcome. */
export function useBulkRun<Action>() {
  const [run, setRun] = useState<BulkRun<Action>>()
  /** `attempt` resolves to the problem, if any. Returns the ids that failed. */
  const start = async <Item extends { id: number }>(
    action: Action,
    items: readonly Item[],
    nameOf: (item: Item) => string,
    attempt: (item: Item) => Promise<Problem | undefined>,
  ): Promise<number[]> => {
    const results: BulkRun<Action>['results'] = []
    const show = (isDone: boolean) => setRun({ action, results: [...results], total: items.length, isDone })
    show(false)
    for (const item of items) {
      results.push({ id: item.id, name: nameOf(item), problem: await attempt(item) })
      show(false)
    }
    show(true)
    return results.filter(({ problem }) => problem).map(({ id }) => id)
  }
  return { run, start, dismiss: () => setRun(undefined) }
}

import { useState } from 'react'
import { showToast } from '../../ui/toast.tsx'
import type { Problem } from './problem.tsx'

interface RowChange {
  id: number
  /** The part of the row that changes, if it has several. */
  part?: string
  run: () => Promise<unknown>
  /** Shown at the row; the toast shows only its text. */
  problemOf: (error: unknown) => Problem
  /** True if it affects every row, such as their order: clears earlier errors of all rows. */
  isOfAll?: boolean
}

export type RowChanges = ReturnType<typeof useRowChanges>

/** Changes made directly in rows, one at a time for each part. An error stays at its row until the next try. */
export function useRowChanges() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<number, Problem>>(new Map())
  const change = async ({ id, part = '', run, problemOf, isOfAll }: RowChange) => {
    const name = `${id} ${part}`
    if (busy.has(name)) return
    setBusy((now) => new Set(now).add(name))
    setProblems((now) => new Map([...now].filter(([other]) => other !== id && !isOfAll)))
    try {
      await run()
    } catch (error) {
      const problem = problemOf(error)
      setProblems((now) => new Map(now).set(id, problem))
      showToast('error', problem.text)
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== name)))
    }
  }
  return {
    isBusy: (id: number, part = '') => busy.has(`${id} ${part}`),
    isAnyBusy: busy.size > 0,
    problemOf: (id: number) => problems.get(id),
    change: (of: RowChange) => void change(of),
  }
}

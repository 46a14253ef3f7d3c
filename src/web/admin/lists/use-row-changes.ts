import { useState } from 'react'
import { showToast } from '../../ui/toast.tsx'

interface RowChange {
  id: number
  /** The part of the row that changes, if it has several. */
  part?: string
  run: () => Promise<unknown>
  /** The text of a failure, shown at the row, and in the toast unless `failed` is shorter. */
  problemOf: (error: unknown) => string
  failed?: string
  /** It changes every row, for example their order: earlier errors of any row end. */
  isOfAll?: boolean
}

export type RowChanges = ReturnType<typeof useRowChanges>

/** Changes made directly in rows, one at a time for each part. An error stays at its row until the next try. */
export function useRowChanges() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const change = async ({ id, part = '', run, problemOf, failed, isOfAll }: RowChange) => {
    const name = `${id} ${part}`
    if (busy.has(name)) return
    setBusy((now) => new Set(now).add(name))
    setProblems((now) => new Map([...now].filter(([other]) => other !== id && !isOfAll)))
    try {
      await run()
    } catch (error) {
      const problem = problemOf(error)
      setProblems((now) => new Map(now).set(id, problem))
      showToast('error', failed ?? problem)
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

/** 'Error al guardar. Sin conexión' */
export function withReason(failed: string, error: unknown): string {
  return error instanceof Error ? `${failed}. ${error.message}` : failed
}

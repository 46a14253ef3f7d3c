import { useState } from 'react'

/** The selected rows; `range` selects all from the last selected one to this one. Rows that are gone do not count. */
export function useSelection(ids: number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const select = (id: number, range: boolean) => {
    const from = range && last !== undefined ? ids.indexOf(last) : -1
    const to = ids.indexOf(id)
    const next = new Set(chosen)
    if (from >= 0) for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    setChosen(next)
    setLast(id)
  }
  return {
    selected: new Set(ids.filter((id) => chosen.has(id))) as ReadonlySet<number>,
    select,
    set: (next: Iterable<number>) => setChosen(new Set(next)),
  }
}

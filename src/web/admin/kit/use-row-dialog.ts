import { useState } from 'react'

/** A dialog about one row of a list, which follows updates of the row. */
export function useRowDialog<Kind extends string, R extends { id: number }>(rows: readonly R[]) {
  const [opened, setOpened] = useState<{ kind: Kind; row: R }>()
  return {
    open: opened && { ...opened, row: rows.find(({ id }) => id === opened.row.id) ?? opened.row },
    show: (kind: Kind, row: R) => setOpened({ kind, row }),
    close: () => setOpened(undefined),
  }
}

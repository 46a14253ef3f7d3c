import { useState } from 'react'

/** The dialog about one row of a list; it shows the row as it becomes meanwhile. */
export function useRowDialog<Kind extends string, R extends { id: number }>(rows: readonly R[]) {
  const [opened, setOpened] = useState<{ kind: Kind; row: R }>()
  return {
    open: opened && { ...opened, row: rows.find(({ id }) => id === opened.row.id) ?? opened.row },
    show: (kind: Kind, row: R) => setOpened({ kind, row }),
    close: () => setOpened(undefined),
  }
}

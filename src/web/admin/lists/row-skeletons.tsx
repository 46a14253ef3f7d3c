import { Skeleton } from '../../ui/skeleton.tsx'

interface RowSkeletonsProps {
  /** Class of the list. */
  list: string
  /** Class of one row. */
  row: string
  count?: number
}

/** Reserves the space of the rows while they load. */
export function RowSkeletons({ list, row, count = 8 }: RowSkeletonsProps) {
  return (
    <div className={list}>
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} className={row} />
      ))}
    </div>
  )
}

import { CardSkeleton, type SkeletonPart } from '../../ui/list/card-skeleton.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface RowSkeletonsProps {
  /** Class of the list. */
  list: string
  /** Class of one row. */
  row: string
  count?: number | undefined
  /** Parts of a card; a row without parts is one grey bar. */
  parts?: readonly SkeletonPart[] | undefined
}

/** Reserves the space of the rows while they load. */
export function RowSkeletons({ list, row, count = 8, parts }: RowSkeletonsProps) {
  return (
    <div className={list}>
      {Array.from({ length: count }, (_, at) =>
        parts ? (
          <CardSkeleton key={at} className={row} parts={parts} />
        ) : (
          <Skeleton key={at} className={row} />
        ),
      )}
    </div>
  )
}

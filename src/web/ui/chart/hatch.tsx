import { useId } from 'react'

/** How a shape is drawn: plain, or hatched where it is not like the rest, as colours alone tell nothing to some. */
export const PLAIN = { className: 'chart-shape' }

/** The id of the pattern, and what draws a shape with it. */
export function useHatch(): [id: string, hatched: { fill: string }] {
  const id = useId()
  return [id, { fill: `url(#${id})` }]
}

export function HatchPattern({ id }: { id: string }) {
  return (
    <svg className="chart-patterns" aria-hidden="true">
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="chart-hatch-ground" width="6" height="6" />
        <rect className="chart-hatch-line" width="3" height="6" />
      </pattern>
    </svg>
  )
}

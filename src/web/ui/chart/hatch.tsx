import { useId } from 'react'

/** Plain or hatched fill: hatching marks exceptional values, as colour alone is not accessible. */
export const PLAIN = { className: 'chart-shape' }

/** The pattern, and the props of a shape that uses it. */
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

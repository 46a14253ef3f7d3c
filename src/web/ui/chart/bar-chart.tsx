import { HatchPattern, PLAIN, useHatch } from './hatch.tsx'
import './chart.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** The formatted value. */
  text: string
}

/** Bars side by side, each with its name and value. `sentence` is the text alternative. */
export function BarChart({ bars, sentence }: { bars: Bar[]; sentence: string }) {
  const [hatch, hatched] = useHatch()
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), 1)
  return (
    <figure className="bar-chart" role="img" aria-label={sentence}>
      <HatchPattern id={hatch} />
      {bars.map(({ key, label, value, text }) => (
        <div className="bar-chart-row" key={key}>
          <span className="bar-chart-label">{label}</span>
          <svg className="bar-chart-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width={share(value, most)} height="10" {...(value < 0 ? hatched : PLAIN)} />
          </svg>
          <span className="bar-chart-value">{text}</span>
        </div>
      ))}
    </figure>
  )
}

function share(value: number, most: number): number {
  return (Math.abs(value) / most) * 100
}

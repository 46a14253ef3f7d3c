import { HatchPattern, PLAIN, useHatch } from './hatch.tsx'
import './chart.css'

/** A value of one period. */
export interface Point {
  key: string
  value: number
  /** The value in a few signs, above a column. */
  short: string
  /** Has not ended: drawn in another way. */
  isOpen: boolean
}

interface TimeChartProps {
  points: Point[]
  /** What the chart shows, for those who do not see it. */
  sentence: string
  /** Below its ends. */
  first: string
  last: string
  /** Beside the highest value. */
  most: string
}

/** More periods than that are a line. */
const MOST_COLUMNS = 62
/** More columns than that have no room for their values. */
const MOST_VALUES = 14
const HEIGHT = 100

/** Columns, or a line when there are many, from the first period to the last. Below zero they hang from the line of zero. */
export function TimeChart({ points, sentence, first, last, most }: TimeChartProps) {
  const [hatch, hatched] = useHatch()
  const scale = scaleOf(points.map(({ value }) => value))
  const hasValues = points.length <= MOST_VALUES
  return (
    <figure className="time-chart" role="img" aria-label={sentence}>
      <HatchPattern id={hatch} />
      {hasValues ? (
        <div className="time-chart-values">
          {points.map(({ key, short }) => (
            <span key={key}>{short}</span>
          ))}
        </div>
      ) : (
        <p className="time-chart-most">{most}</p>
      )}
      <svg
        className="time-chart-plot"
        viewBox={`0 0 ${points.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {points.length > MOST_COLUMNS ? (
          <Line points={points} scale={scale} />
        ) : (
          <Columns points={points} scale={scale} hatched={hatched} />
        )}
        <line className="chart-zero" x1="0" x2={points.length} y1={scale.zero} y2={scale.zero} />
      </svg>
      <p className="time-chart-ends">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </figure>
  )
}

interface Drawn {
  points: Point[]
  scale: ReturnType<typeof scaleOf>
}

function Columns({ points, scale, hatched }: Drawn & { hatched: { fill: string } }) {
  return points.map(({ key, value, isOpen }, place) => (
    <rect
      key={key}
      x={place + 0.1}
      width="0.8"
      {...scale.span(value)}
      {...(isOpen || value < 0 ? hatched : PLAIN)}
    />
  ))
}

function Line({ points, scale }: Drawn) {
  const path = points.map(({ value }, place) => `${place + 0.5},${scale.at(value)}`)
  const area = [`0.5,${scale.zero}`, ...path, `${points.length - 0.5},${scale.zero}`]
  return (
    <>
      <polygon className="chart-area" points={area.join(' ')} />
      <polyline className="chart-line" points={path.join(' ')} />
    </>
  )
}

/** From values to heights in the drawing; zero is always in it. */
function scaleOf(values: number[]) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const range = high - low || 1
  const at = (value: number) => ((high - value) / range) * HEIGHT
  const span = (value: number) => ({ y: at(Math.max(0, value)), height: Math.abs(at(value) - at(0)) })
  return { zero: at(0), at, span }
}

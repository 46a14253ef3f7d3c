import { HatchPattern, PLAIN, useHatch } from './hatch.tsx'
import './chart.css'

/** A value of one period. */
export interface Point {
  key: string
  value: number
  /** The short value above a column. */
  short: string
  /** The period has not ended; drawn hatched. */
  isOpen: boolean
}

interface TimeChartProps {
  points: Point[]
  /** The text alternative of the chart. */
  sentence: string
  /** Labels below both ends. */
  first: string
  last: string
  /** Label of the highest value. */
  most: string
}

/** With more periods it is a line. */
const MOST_COLUMNS = 62
/** With more columns values are hidden. */
const MOST_VALUES = 14
const HEIGHT = 100

/** A column chart, or a line with many periods. Negative values extend below the zero line. */
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
        <p className="note">{most}</p>
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

/** Scales values to heights; the range always includes zero. */
function scaleOf(values: number[]) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const range = high - low || 1
  const at = (value: number) => ((high - value) / range) * HEIGHT
  const span = (value: number) => ({ y: at(Math.max(0, value)), height: Math.abs(at(value) - at(0)) })
  return { zero: at(0), at, span }
}

import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'

const WEEK = [12, 0, 30, -8, 44, 21, 9]
const YEAR = Array.from({ length: 120 }, (_, n) => Math.round(60 + 40 * Math.sin(n / 9) + (n % 7) * 5))

const pointsOf = (values: number[]) =>
  values.map((value, place) => ({
    key: String(place),
    value,
    short: value === 0 ? '' : String(value),
    isOpen: place === values.length - 1,
  }))

/** Columns with their values, many columns, a line, and bars. Below zero and what has not ended are hatched. */
export function Charts() {
  return (
    <div className="kit-grid">
      {[WEEK, YEAR.slice(0, 40), YEAR].map((values) => (
        <TimeChart
          key={values.length}
          points={pointsOf(values)}
          sentence={`${values.length} valores`}
          first="1 de noviembre"
          last="Hoy"
          most={`Máximo: ${Math.max(...values)}`}
        />
      ))}
      <BarChart
        sentence="Tres genéticas"
        bars={[
          { key: 'a', label: 'Puna Violeta', value: 71_300, text: '$ 71.300' },
          {
            key: 'b',
            label: 'Un nombre tan largo que no entra en su lugar',
            value: 43_500,
            text: '$ 43.500',
          },
          { key: 'c', label: 'Devuelta', value: -9_000, text: '-$ 9.000' },
        ]}
      />
    </div>
  )
}

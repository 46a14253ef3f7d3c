import '../kit/controls.css'

interface SegmentedProps<Value extends string> {
  legend: string
  /** The legend is for screen readers. */
  isLegendHidden?: boolean
  name: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A segmented control. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, isLegendHidden, name, choices, value: chosen, onChange } = props
  return (
    <fieldset className="segmented">
      <legend className={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className="segmented-choices wrap-2">
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

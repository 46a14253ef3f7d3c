import './check.css'

interface CheckFieldProps {
  /** Id of its hint. */
  id: string
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with a hint. */
export function CheckField({ id, label, hint, checked, onChange }: CheckFieldProps) {
  return (
    <>
      <label className="admin-check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <p className="field-hint admin-check-hint" id={id}>
        {hint}
      </p>
    </>
  )
}

import './check.css'

interface CheckFieldProps {
  /** Of its hint. */
  id: string
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with what it means. */
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

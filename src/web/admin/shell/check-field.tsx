import { FieldError } from '../../ui/form/field.tsx'
import '../kit/controls.css'

interface CheckFieldProps {
  /** Id of its hint. */
  id: string
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The id of the box, for error links. */
  inputId?: string
  error?: string | undefined
}

/** A checkbox with a hint. */
export function CheckField({ id, label, hint, checked, onChange, inputId, error }: CheckFieldProps) {
  return (
    <div>
      <label className="admin-check">
        <input
          id={inputId}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id} ${id}-error` : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <p className="field-hint admin-check-hint" id={id}>
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

import { useState } from 'react'
import { FieldFrame, useFieldWiring, type FieldProps } from './field.tsx'

type PasswordFieldProps = Omit<FieldProps, 'type'>

/** A password that can be shown. Pasting and password managers work as usual. */
export function PasswordField({ label, hint, error, optional, className, id, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const wiring = useFieldWiring(id, { hint, error }, input['aria-describedby'])
  return (
    <FieldFrame {...{ label, hint, error, optional, className }} id={wiring.id}>
      <div className="field-with-button">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...wiring}
          type={shown ? 'text' : 'password'}
          className="field-control"
        />
        <button
          type="button"
          className="field-button"
          aria-pressed={shown}
          aria-controls={wiring.id}
          // The field keeps the focus: an error that appears on blur would move the button away during the press.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Ocultar' : 'Mostrar'}
          <span className="visually-hidden"> contraseña</span>
        </button>
      </div>
      <output className="visually-hidden">{shown ? 'La contraseña está visible' : ''}</output>
    </FieldFrame>
  )
}

import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { FieldFrame, useFieldWiring } from '../ui/field.tsx'

interface TokenFieldProps {
  id: string
  label: string
  error: string | undefined
  /** Separated by commas, as it is saved. */
  value: string
  onChange: (value: string) => void
}

/** Words as chips: Enter or a comma adds what was written, Backspace in the empty field takes the last one back. */
export function TokenField({ id, label, error, value, onChange }: TokenFieldProps) {
  const [text, setText] = useState('')
  const hint = 'Enter o coma para agregar'
  const wiring = useFieldWiring(id, hint, error)
  const tokens = tokensOf(value)
  const add = () => {
    const added = tokensOf(text).filter((token) => !tokens.includes(token))
    setText('')
    if (added.length > 0) onChange([...tokens, ...added].join(', '))
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'Enter' && text !== '') || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '' && tokens.length > 0)
      onChange(tokens.slice(0, -1).join(', '))
  }
  return (
    <FieldFrame id={wiring.id} label={label} hint={hint} error={error} optional>
      <div className="token-field">
        {tokens.length > 0 && (
          <ul aria-label={label}>
            {tokens.map((token) => (
              <li key={token}>
                <button
                  type="button"
                  className="admin-chip"
                  aria-label={`Quitar ${token}`}
                  onClick={() => onChange(tokens.filter((other) => other !== token).join(', '))}
                >
                  {token}
                  <X aria-hidden="true" size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          {...wiring}
          className="field-control"
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onBlur={add}
        />
      </div>
    </FieldFrame>
  )
}

function tokensOf(text: string): string[] {
  return [...new Set(text.split(/[,;]/).map((token) => token.trim()))].filter((token) => token !== '')
}

import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { afterPress } from '../browser/after-press.ts'
import { FieldFrame, useFieldWiring } from '../ui/form/field.tsx'
import './forms.css'

interface TokenFieldProps {
  id: string
  label: string
  error: string | undefined
  /** Separated by commas, as stored; the last one may be incomplete. */
  value: string
  onChange: (value: string) => void
}

/**
 * Words as chips: Enter or a comma adds the typed word, Backspace in the empty field removes the last chip. The text of
 * the field is part of the value at once, so that saving before Enter loses nothing.
 */
export function TokenField({ id, label, error, value, onChange }: TokenFieldProps) {
  const { text, tokens, type, add, remove, press } = useTokens(value, onChange)
  const hint = 'Enter o coma para agregar'
  const wiring = useFieldWiring(id, { hint, error })
  return (
    <FieldFrame id={wiring.id} label={label} hint={hint} error={error} optional>
      <div className="token-field stack-2">
        {tokens.length > 0 && (
          <ul aria-label={label}>
            {tokens.map((token) => (
              <li key={token}>
                <button
                  type="button"
                  className="admin-chip"
                  aria-label={`Quitar ${token}`}
                  onClick={() => remove(token)}
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
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onBlur={() => afterPress(add)}
        />
      </div>
    </FieldFrame>
  )
}

/** The chips, and the text typed after them. */
function useTokens(value: string, onChange: (value: string) => void) {
  const [typing, setTyping] = useState<Typing>()
  // A new value from outside, by a save or a discard, replaces the typed text.
  const { text, chips } = typing?.value === value ? typing : { text: '', chips: value }
  const tokens = tokensOf(chips)
  const set = (typed: string, before: string) => {
    const next = withTyped(before, typed)
    setTyping({ text: typed, chips: before, value: next })
    onChange(next)
  }
  const add = () => setTyping(undefined)
  return {
    text,
    tokens,
    type: (typed: string) => set(typed, chips),
    add,
    remove: (token: string) => set(text, tokens.filter((other) => other !== token).join(', ')),
    press: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if ((event.key === 'Enter' && text !== '') || event.key === ',') {
        event.preventDefault()
        add()
      } else if (event.key === 'Backspace' && text === '' && tokens.length > 0)
        set('', tokens.slice(0, -1).join(', '))
    },
  }
}

interface Typing {
  text: string
  /** The chips before the typed text. */
  chips: string
  /** Both together, as passed to `onChange`. */
  value: string
}

function withTyped(chips: string, text: string): string {
  const tokens = tokensOf(chips)
  const added = tokensOf(text).filter((token) => !tokens.includes(token))
  return added.length === 0 ? chips : [...tokens, ...added].join(', ')
}

function tokensOf(text: string): string[] {
  return [...new Set(text.split(/[,;]/).map((token) => token.trim()))].filter((token) => token !== '')
}

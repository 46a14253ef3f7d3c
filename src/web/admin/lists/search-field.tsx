import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { useAddressWrite } from '../../browser/use-address-write.ts'
import './search-field.css'

const DEBOUNCE_MS = 300

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** What the address says. */
  value: string
  onSearch: (words: string) => void
  /** At each key, for what can be filtered here at once. */
  onType?: (words: string) => void
}

/** Searches while one types, a moment after the last key and at once on Enter. `/` comes here. */
export function SearchField({ label, placeholder, value, onSearch, onType }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  // The address changed: an echo of what was sent leaves the field alone, anything else fills it.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) setText(value)
  }
  const field = useRef<HTMLInputElement>(null)
  const address = useAddressWrite()
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })

  const send = (words: string) => {
    address.cancel()
    setSent(words.trim())
    search.current(words.trim())
  }
  const type = (words: string) => {
    setText(words)
    onType?.(words)
    address.later(() => send(words), DEBOUNCE_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
  }
  return (
    <search className="admin-search">
      <form onSubmit={submit}>
        <Search aria-hidden="true" size={20} />
        <input
          ref={field}
          type="search"
          className="field-control"
          aria-label={label}
          aria-keyshortcuts="/"
          data-key="/"
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {text !== '' && (
          <button
            type="button"
            className="button quiet icon-only"
            aria-label="Borrar la búsqueda"
            onClick={() => {
              setText('')
              onType?.('')
              send('')
              field.current?.focus()
            }}
          >
            <X aria-hidden="true" size={20} />
          </button>
        )}
      </form>
    </search>
  )
}

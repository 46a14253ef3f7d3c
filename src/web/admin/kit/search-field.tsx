import { Search, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { useAddressWrite } from '../../browser/use-address-write.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStable } from './use-stable.ts'
import './lists.css'

const DEBOUNCE_MS = 300

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** The search in the address. */
  value: string
  onSearch: (words: string) => void
  /** Called at each key, for lists that are filtered in the browser. */
  onType?: (words: string) => void
}

/** Searches a moment after the last key and at once on Enter. The shortcut is `/`. */
export function SearchField({ label, placeholder, ...search }: SearchFieldProps) {
  const { text, type, submit, clear } = useSearchText(search)
  const field = useRef<HTMLInputElement>(null)
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
          <IconButton
            icon={X}
            text="Borrar la búsqueda"
            look="quiet"
            isIconOnly
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          />
        )}
      </form>
    </search>
  )
}

/** The typed text, and the search after a pause. */
function useSearchText({ value, onSearch, onType }: Pick<SearchFieldProps, 'value' | 'onSearch' | 'onType'>) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  // The address changed: an echo of the typed text leaves the field alone, anything else fills it.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) setText(value)
  }
  const address = useAddressWrite()
  const search = useStable(onSearch)
  const send = (words: string) => {
    address.cancel()
    setSent(words.trim())
    search(words.trim())
  }
  const write = (words: string) => {
    setText(words)
    onType?.(words)
  }
  return {
    text,
    type: (words: string) => {
      write(words)
      address.later(() => send(words), DEBOUNCE_MS)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      send(text)
    },
    clear: () => {
      write('')
      send('')
    },
  }
}

import { Search, X } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH, URL_GUARD_MS } from '../../contract/limits.ts'
import { addressOf, type CatalogueAddress, withFilter } from '../catalogue-search.ts'
import { paths } from '../paths.ts'
import { useAddressWrite } from '../use-address-write.ts'
import { Kept } from './category-bar.tsx'
import '../styles/search-box.css'

/** Searches while one types: half a second after the last key, at once on Enter. A plain GET form without script. */
export function SearchBox({ asked, formId }: { asked: CatalogueAddress; formId: string }) {
  const { text, type, send, clear } = useTypedSearch(asked)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <search className="catalogue-search" id="filtros" tabIndex={-1}>
      <form
        className="search-box"
        id={formId}
        method="get"
        action={asked.merch ? paths.merch() : paths.catalogue()}
        onSubmit={submit}
      >
        <Kept name="category" value={asked.category} />
        <label className="visually-hidden" htmlFor="catalogue-search-text">
          Buscar por nombre, genotipo, aroma o marca
        </label>
        <input
          ref={field}
          id="catalogue-search-text"
          className="search-box-text"
          type="search"
          name="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH}
          placeholder="Nombre, genotipo, aroma…"
          value={text}
          onChange={(event: ChangeEvent<HTMLInputElement>) => type(event.target.value)}
        />
        {text !== '' && (
          <button
            type="button"
            className="search-box-button"
            aria-label="Borrar la búsqueda"
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            <X aria-hidden="true" size={20} />
          </button>
        )}
        <button type="submit" className="search-box-button" aria-label="Buscar">
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  )
}

/**
 * What stands in the field, and its way into the address. The address comes back as an echo while one types on: for
 * a moment after each write it does not touch the field.
 */
function useTypedSearch(asked: CatalogueAddress) {
  const navigate = useNavigate()
  const [text, setText] = useState(asked.search)
  const address = useAddressWrite()
  const written = useRef({ text: asked.search, at: Number.NEGATIVE_INFINITY })
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })

  useEffect(() => {
    const isEcho =
      asked.search === written.current.text || performance.now() - written.current.at < URL_GUARD_MS
    if (isEcho) return
    // Back, a removed chip or the search of the header.
    address.cancel()
    written.current = { text: asked.search, at: Number.NEGATIVE_INFINITY }
    setText(asked.search)
  }, [asked.search, address])

  const write = (words: string) => {
    address.cancel()
    const search = words.trim()
    if (search === latest.current.search) return
    written.current = { text: search, at: performance.now() }
    void navigate(addressOf(withFilter(latest.current, { search })), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return {
    text,
    type: (words: string) => {
      setText(words)
      address.later(() => write(words), SEARCH_DEBOUNCE_MS)
    },
    send: () => write(text),
    clear: () => {
      setText('')
      write('')
    },
  }
}

import { Search, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import type { CatalogueAddress } from './catalogue-search.ts'
import { paths } from '../../app/paths.ts'
import { Kept } from './category-bar.tsx'
import { useTypedSearch } from './use-typed-search.ts'
import '../../ui/search-box.css'

/** The id of its form, which has fields elsewhere too. */
export const SEARCH_FORM = 'catalogue-search'

/** Searches half a second after the last key, at once on Enter. Without scripts it is a plain GET form. */
export function SearchBox({ asked }: { asked: CatalogueAddress }) {
  const { text, type, send, clear } = useTypedSearch(asked)
  const field = useRef<HTMLInputElement>(null)
  return (
    <search className="catalogue-search" id="filtros" tabIndex={-1}>
      <form
        className="search-box"
        id={SEARCH_FORM}
        method="get"
        action={asked.merch ? paths.merch() : paths.catalogue()}
        onSubmit={send}
      >
        <Kept name="category" value={asked.category} />
        <Kept name="facets" value={asked.facets} />
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
          onChange={(event) => type(event.target.value)}
        />
        {text !== '' && <ClearButton clear={clear} field={field} />}
        <button type="submit" className="search-box-button" aria-label="Buscar">
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  )
}

interface ClearButtonProps {
  clear: () => void
  field: RefObject<HTMLInputElement | null>
}

function ClearButton({ clear, field }: ClearButtonProps) {
  const press = () => {
    clear()
    field.current?.focus()
  }
  return (
    <button type="button" className="search-box-button" aria-label="Borrar la búsqueda" onClick={press}>
      <X aria-hidden="true" size={20} />
    </button>
  )
}

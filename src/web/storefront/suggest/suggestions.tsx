import { type RefObject, useEffect, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Suggested } from '../../../contract/catalog/catalog.ts'
import { TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { paths } from '../../app/paths.ts'
import { Picture } from '../../ui/picture.tsx'
import { AnswerLink } from './answer-link.tsx'
import { useSuggestions } from './use-suggestions.ts'
import './suggestions.css'

/** Makes a search field a combobox: what is typed finds first, as options below it. Enter alone searches as without it. */
export function Suggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  const navigate = useNavigate()
  const open = ({ id: product }: Suggested) => {
    field.current?.form?.reset()
    void navigate(paths.product(product))
  }
  const { found, missed, active, choose, close } = useSuggestions(field, open)
  const activeId = active === undefined ? '' : `${id}${active}`
  useEffect(() => {
    const input = field.current
    input?.setAttribute('role', 'combobox')
    input?.setAttribute('aria-autocomplete', 'list')
    input?.setAttribute('aria-controls', id)
    input?.setAttribute('aria-expanded', String(found.length > 0))
    input?.setAttribute('aria-activedescendant', activeId)
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [field, id, found, activeId])
  return (
    <>
      {missed !== '' && <Nothing words={missed} close={close} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no text field */}
      <div
        className="suggestions"
        id={id}
        role="listbox"
        aria-label="Sugerencias"
        hidden={found.length === 0}
      >
        {found.map((product, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles keys
          <div
            key={product.id}
            id={`${id}${at}`}
            className="suggestion"
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(product)}
          >
            <Picture src={product.image} alt="" sizes="48px" widths={[320]} width={48} height={48} priority />
            <span>
              <b>{product.name}</b>
              <small>{[TYPE_BADGE[product.type], product.brand].filter(Boolean).join(' · ')}</small>
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

/** The catalogue says what there would be with fewer words. */
function Nothing({ words, close }: { words: string; close: () => void }) {
  return (
    <p className="suggestions suggestions-none taps">
      <span>Sin sugerencias para «{words}».</span>
      <AnswerLink words={words} close={close} />
      <Link
        to={paths.catalogue({ search: words })}
        // The field keeps the focus until the press has ended.
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
      >
        Buscar en el catálogo
      </Link>
    </p>
  )
}

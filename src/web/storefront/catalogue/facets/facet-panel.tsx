import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ProductType } from '../../../../contract/catalog/product-types.ts'
import type { Choices } from '../../../../contract/catalog/catalog.ts'
import { TYPE_EXPLAINED } from '../../../../contract/catalog/type-explained.ts'
import { paths } from '../../../app/paths.ts'
import { useSession } from '../../../session/session.ts'
import { ToFinder } from '../../product-card/to-finder.tsx'
import { addressOf, type CatalogueAddress, withFilter } from '../catalogue-search.ts'
import { Kept } from '../category-bar.tsx'
import { listChoices } from './facet-query.ts'

export interface PanelProps {
  asked: CatalogueAddress
  /** The form that the server has drawn and this one replaces. */
  drawn?: Element | null
}

/** The facets of the list in a form that works without scripts; with them the counts follow each choice. */
export function FacetPanel({ asked, drawn }: PanelProps) {
  const navigate = useNavigate()
  const summary = useRef<HTMLElement>(null)
  const [wasDrawn] = useState(() => readDrawn(drawn))
  const [draft, setDraft] = useDraft(asked.facets, wasDrawn?.facets)
  const session = useSession()
  const { data } = useQuery({
    ...listChoices(session, { ...asked, facets: draft }),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (wasDrawn?.hasFocus) summary.current?.focus({ preventScroll: true })
  }, [wasDrawn])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The list below is what was asked for.
    summary.current?.focus({ preventScroll: true })
    summary.current?.closest('details')?.removeAttribute('open')
    void navigate(addressOf(withFilter(asked, { facets: draft })), { preventScrollReset: true })
  }
  if (!data || data.facets.length === 0) return null
  const chosen = partsOf(draft)
  const toggle = (part: string) =>
    setDraft(joined(chosen.includes(part) ? chosen.filter((one) => one !== part) : [...chosen, part]))
  return (
    <>
      <details className="facets" open={wasDrawn?.isOpen}>
        <summary ref={summary}>
          {chosen.length > 0 ? `Más filtros (${chosen.length})` : 'Más filtros'}
          <span className="facets-about">THC, floración, aroma, efectos…</span>
        </summary>
        <form method="get" action={paths.catalogue()} onSubmit={submit}>
          <Kept name="category" value={asked.category} />
          <Kept name="search" value={asked.search} />
          <Kept name="priceRange" value={asked.priceRange} />
          <Kept name="ordering" value={asked.ordering} />
          <div className="facets-groups">
            {data.facets.map((facet) => (
              <Facet key={facet.name} {...{ facet, chosen, toggle }} />
            ))}
          </div>
          <div className="facets-actions">
            <Link
              className="button secondary"
              to={addressOf(withFilter(asked, { facets: '' }))}
              preventScrollReset
              onClick={() => setDraft('')}
            >
              Limpiar
            </Link>
            <button type="submit" className="button primary" aria-live="polite">
              {drawn === undefined
                ? 'Ver productos'
                : `Ver ${data.count} ${data.count === 1 ? 'producto' : 'productos'}`}
            </button>
          </div>
        </form>
      </details>
      <ToFinder />
    </>
  )
}

interface FacetProps {
  facet: Choices['facets'][number]
  chosen: string[]
  toggle: (part: string) => void
}

function Facet({ facet: { name, label, values }, chosen, toggle }: FacetProps) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {values.map(({ value, label: text, count }) => {
        const part = `${name}.${value}`
        const isChosen = chosen.includes(part)
        const explained = name === 'type' ? TYPE_EXPLAINED[value as ProductType] : undefined // safe: values of this facet
        return (
          <label key={value}>
            <input
              type="checkbox"
              name="facets"
              value={part}
              checked={isChosen}
              disabled={count === 0 && !isChosen}
              onChange={() => toggle(part)}
            />
            <span>{`${text} `}</span>
            <small>{count}</small>
            {explained && <span className="facets-explained">{explained}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The choices until they are applied; those of the address when it changes. */
function useDraft(applied: string, atFirst = applied) {
  const [draft, setDraft] = useState({ applied, text: atFirst })
  if (draft.applied !== applied) setDraft({ applied, text: applied })
  return [draft.text, (text: string) => setDraft({ applied, text })] as const
}

const partsOf = (facets: string) => facets.split('*').filter(Boolean)

/** Sorted, so that the same choices have the same address. */
const joined = (parts: string[]) => parts.toSorted().join('*')

/** What a person did with the drawn form before its code was there. */
function readDrawn(drawn: Element | null | undefined) {
  const form = drawn?.querySelector('form')
  if (!form) return undefined
  return {
    isOpen: form.closest('details')?.open === true,
    hasFocus: drawn?.contains(document.activeElement) === true,
    facets: joined(new FormData(form).getAll('facets').map(String)),
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useSession } from '../../../session/session.ts'
import { ToFinder } from '../../product-card/to-finder.tsx'
import { addressOf, type CatalogueAddress, withFilter } from '../catalogue-search.ts'
import { Kept } from '../category-bar.tsx'
import { FacetGroups, nameOf, partsOf, toggled } from './facet-groups.tsx'
import { listChoices } from './facet-query.ts'

export interface PanelProps {
  asked: CatalogueAddress
  /** The form that the server has drawn and this one replaces. */
  drawn?: Element | null
}

/** Open at first; folded, the others are seen at a glance. */
const FIRST = 'type'

/**
 * The facets of the list in a form that works without scripts; with them the counts follow each choice. It stands beside the
 * list or, without scripts on a narrow screen, is folded above it.
 */
export function FacetPanel({ asked, drawn }: PanelProps) {
  const navigate = useNavigate()
  const panel = useRef<HTMLDetailsElement>(null)
  const [wasDrawn] = useState(() => readDrawn(drawn))
  const [draft, setDraft] = useDraft(asked.facets, wasDrawn?.changed.reduce(toggled, asked.facets))
  const session = useSession()
  const client = useQueryClient()
  const { data } = useQuery({
    ...listChoices(session, { ...asked, facets: draft }),
    // Those of the list itself are there, also when the first use of a drawn form changes it.
    placeholderData: (before) => before ?? client.getQueryData(listChoices(session, asked).queryKey),
  })
  useLayoutEffect(() => wasDrawn?.restore(panel.current), [wasDrawn])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What was asked for begins there.
    document.querySelector('.catalogue-count')?.scrollIntoView({ block: 'nearest' })
    void navigate(addressOf(withFilter(asked, { facets: draft })), { preventScrollReset: true })
  }
  if (!data) return null
  // Nothing drawn is asked for again in the browser, as offers are for accounts.
  if (data.facets.length === 0) return drawn === undefined ? null : <ToFinder />
  const chosen = partsOf(draft)
  return (
    <>
      <ToFinder />
      <details className="facets" open={wasDrawn?.isOpen} ref={panel}>
        <summary>
          {chosen.length > 0 ? `Más filtros (${chosen.length})` : 'Más filtros'}
          <span className="facets-about">THC, floración, aroma, efectos…</span>
        </summary>
        <form method="get" action={paths.catalogue()} aria-labelledby="facets-title" onSubmit={submit}>
          <Kept name="category" value={asked.category} />
          <Kept name="search" value={asked.search} />
          <Kept name="priceRange" value={asked.priceRange} />
          <Kept name="ordering" value={asked.ordering} />
          <h2 className="facets-title" id="facets-title">
            Filtros
          </h2>
          <a className="facets-skip visually-hidden" href="#lista">
            Saltar a los productos
          </a>
          <div className="facets-groups">
            <FacetGroups
              facets={data.facets}
              chosen={draft}
              choose={setDraft}
              opened={wasDrawn?.opened ?? [FIRST, ...chosen.map(nameOf)]}
            />
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
    </>
  )
}

/** The choices until they are applied; those of the address when it changes. */
function useDraft(applied: string, atFirst = applied) {
  const [draft, setDraft] = useState({ applied, text: atFirst })
  if (draft.applied !== applied) setDraft({ applied, text: applied })
  return [draft.text, (text: string) => setDraft({ applied, text })] as const
}

/** What a person did with the drawn form before its code was there. */
function readDrawn(drawn: Element | null | undefined) {
  const panel = drawn?.querySelector('details')
  const form = panel?.querySelector('form')
  if (!panel || !form) return undefined
  const focused = controlsIn(panel).findIndex((control) => control === document.activeElement)
  const scrolled = groupsIn(panel)?.scrollTop ?? 0
  return {
    isOpen: panel.open,
    opened: [...panel.querySelectorAll<HTMLElement>('.facet[open]')].map(
      ({ dataset }) => dataset['name'] ?? '',
    ),
    /** Values that were ticked or unticked: the list may be another one than it was drawn for. */
    changed: [...form.querySelectorAll<HTMLInputElement>('[name=facets]')]
      .filter(({ checked, defaultChecked }) => checked !== defaultChecked)
      .map(({ value }) => value),
    /** The focus and the place in the scrolled groups. */
    restore: (live: HTMLElement | null) => {
      if (!live) return
      groupsIn(live)?.scrollTo({ top: scrolled, behavior: 'instant' })
      controlsIn(live)[focused]?.focus({ preventScroll: true })
    },
  }
}

const controlsIn = (panel: Element) => [...panel.querySelectorAll<HTMLElement>('a, summary, input, button')]
const groupsIn = (panel: Element) => panel.querySelector('.facets-groups')

import { SlidersHorizontal } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { PRICE_RANGES } from '../../contract/money.ts'
import {
  addressOf,
  appliedFilters,
  type CatalogueAddress,
  offeredOrderings,
  type Ordering,
  type PriceRange,
  withFilter,
} from '../catalogue-search.ts'
import { useSession } from '../session.ts'
import { PricesNeedAccount } from './prices-need-account.tsx'
import { SearchBox } from './search-box.tsx'

/** Only a phone shows its button. */
const FilterDialog = lazy(() =>
  import('./filter-dialog.tsx').then(({ FilterDialog }) => ({ default: FilterDialog })),
)

const SEARCH_FORM = 'catalogue-search'

/** Search, and on wide screens price band and order; phones have the last two in a sheet. `next` is asked for already. */
export function CatalogueTools({ asked, next }: { asked: CatalogueAddress; next: CatalogueAddress }) {
  const { isOpen, setOpen } = useSheet()
  const applied = appliedFilters(asked, useSession() !== null).filter(({ name }) => name !== 'search').length
  const count = applied + (asked.ordering ? 1 : 0)
  return (
    <>
      <div className="catalogue-tools">
        <SearchBox asked={asked} formId={SEARCH_FORM} />
        <button
          type="button"
          className="button secondary catalogue-filter-button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <SlidersHorizontal aria-hidden="true" size={20} />
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </button>
      </div>
      <Selects asked={next} />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog open onClose={() => setOpen(false)} asked={asked} />
        </Suspense>
      )}
    </>
  )
}

/** It goes when Back or Forward change the list behind it; a search that was typed before it opened does not shut it. */
function useSheet() {
  const { search } = useLocation()
  const kind = useNavigationType()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt !== undefined && (openAt === search || kind !== NavigationType.Pop)
  if (openAt !== undefined && !isOpen) setOpenAt(undefined)
  return { isOpen, setOpen: (open: boolean) => setOpenAt(open ? search : undefined) }
}

/** They belong to the search form, so that its button sends them too where no script runs. */
function Selects({ asked }: { asked: CatalogueAddress }) {
  const navigate = useNavigate()
  const isSignedIn = useSession() !== null
  const go = (change: Partial<CatalogueAddress>) =>
    void navigate(addressOf(withFilter(asked, change)), { preventScrollReset: true })
  const chooseRange = (event: ChangeEvent<HTMLSelectElement>) =>
    go({ priceRange: (event.target.value || undefined) as PriceRange | undefined })
  const chooseOrder = (event: ChangeEvent<HTMLSelectElement>) =>
    go({ ordering: (event.target.value || undefined) as Ordering | undefined })

  return (
    <div className="catalogue-selects">
      {isSignedIn ? (
        <select
          className="catalogue-select"
          aria-label="Rango de precio"
          name="priceRange"
          form={SEARCH_FORM}
          value={asked.priceRange ?? ''}
          onChange={chooseRange}
        >
          <option value="">Todos los precios</option>
          {PRICE_RANGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <PricesNeedAccount />
      )}
      <select
        className="catalogue-select"
        aria-label="Orden"
        name="ordering"
        form={SEARCH_FORM}
        value={offeredOrderings(isSignedIn).find(({ value }) => value === asked.ordering)?.value ?? ''}
        onChange={chooseOrder}
      >
        <option value="">Más nuevos</option>
        {offeredOrderings(isSignedIn).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

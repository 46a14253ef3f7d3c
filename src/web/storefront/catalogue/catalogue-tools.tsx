import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { PRICE_RANGES } from '../../../contract/money.ts'
import {
  addressOf,
  type AppliedFilter,
  type CatalogueAddress,
  offeredOrderings,
  withFilter,
} from './catalogue-search.ts'
import { useSession } from '../../session/session.ts'
import { PricesNeedAccount } from './prices-need-account.tsx'
import { SEARCH_FORM, SearchBox } from './search-box.tsx'
import './product-list-screen.css'

/** The button that opens it is shown where the filters do not stand beside the list. */
const FilterDialog = lazy(() => import('./filter-dialog.tsx'))

interface ToolsProps {
  asked: CatalogueAddress
  next: CatalogueAddress
  filters: AppliedFilter[]
  /** Ranges of prices with a product; undefined while they are not known. */
  prices: string[] | undefined
}

/** Search, and on wide screens price range and order, which narrow ones have only in the sheet of all filters. `next` is where a navigation leads. */
export function CatalogueTools({ asked, next, filters, prices }: ToolsProps) {
  const { isOpen, setOpen } = useSheet()
  // The search stands in its own field.
  const count = filters.length - (asked.search ? 1 : 0) + (asked.ordering ? 1 : 0)
  return (
    <>
      <div className="catalogue-tools">
        <SearchBox asked={asked} />
        <button
          type="button"
          className="button secondary catalogue-filter-button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <ListFilter aria-hidden="true" size={20} />
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </button>
      </div>
      <Selects asked={next} prices={prices} />
      {isOpen && (
        <Suspense>
          <FilterDialog open onClose={() => setOpen(false)} asked={asked} />
        </Suspense>
      )}
    </>
  )
}

/** Back and Forward close the sheet when they change the list; a search typed before it opened does not. */
function useSheet() {
  const { search } = useLocation()
  const kind = useNavigationType()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt !== undefined && (openAt === search || kind !== NavigationType.Pop)
  if (openAt !== undefined && !isOpen) setOpenAt(undefined)
  return { isOpen, setOpen: (open: boolean) => setOpenAt(open ? search : undefined) }
}

/** Part of the search form: without scripts its button submits them too. */
function Selects({ asked, prices }: Pick<ToolsProps, 'asked' | 'prices'>) {
  const navigate = useNavigate()
  const isSignedIn = useSession() !== null
  const orderings = offeredOrderings(isSignedIn)
  const go = (change: Partial<CatalogueAddress>) =>
    void navigate(addressOf(withFilter(asked, change)), { preventScrollReset: true })
  return (
    <div className="catalogue-selects">
      {isSignedIn ? (
        <Select
          label="Rango de precio"
          name="priceRange"
          none="Todos los precios"
          options={PRICE_RANGES}
          some={prices}
          chosen={asked.priceRange}
          choose={(priceRange) => go({ priceRange })}
        />
      ) : (
        <PricesNeedAccount />
      )}
      <Select
        label="Orden"
        name="ordering"
        none="Más nuevos"
        options={orderings}
        chosen={orderings.find(({ value }) => value === asked.ordering)?.value}
        choose={(ordering) => go({ ordering })}
      />
    </div>
  )
}

interface SelectProps<Value extends string> {
  label: string
  name: string
  /** Text of the option without a value. */
  none: string
  options: readonly { value: Value; label: string }[]
  /** The other ones are disabled. */
  some?: string[] | undefined
  chosen: Value | undefined
  choose: (value: Value | undefined) => void
}

function Select<Value extends string>({
  label,
  name,
  none,
  options,
  some,
  chosen,
  choose,
}: SelectProps<Value>) {
  return (
    <select
      className="catalogue-select"
      aria-label={label}
      name={name}
      form={SEARCH_FORM}
      value={chosen ?? ''}
      onChange={({ target }) => choose(options.find(({ value }) => value === target.value)?.value)}
    >
      <option value="">{none}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={some?.includes(value) === false}>
          {label}
        </option>
      ))}
    </select>
  )
}

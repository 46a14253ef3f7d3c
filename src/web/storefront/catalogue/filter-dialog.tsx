import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRICE_RANGES } from '../../../contract/money.ts'
import {
  addressOf,
  type CatalogueAddress,
  listQuery,
  offeredOrderings,
  withFilter,
  withoutFilters,
} from './catalogue-search.ts'
import { productList } from '../../data/queries.ts'
import { FacetGroups, FoldedGroup } from './facets/facet-groups.tsx'
import { listChoices } from './facets/facet-query.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useBackCloses } from '../../ui/dialog/use-back-closes.ts'
import { CATEGORY_CHOICES, isChosen } from './category-bar.tsx'
import { PricesNeedAccount } from './prices-need-account.tsx'
import './product-list-screen.css'
import './filter-dialog.css'

interface FilterDialogProps {
  open: boolean
  onClose: () => void
  asked: CatalogueAddress
}

/**
 * The filters as a sheet, where they do not stand beside the list. Nothing changes until they are applied; closing changes
 * nothing.
 */
export default function FilterDialog({ open, onClose, asked }: FilterDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Filtros" className="filter-dialog">
      <FilterChoices asked={asked} onClose={onClose} />
    </Dialog>
  )
}

function FilterChoices({ asked, onClose }: { asked: CatalogueAddress; onClose: () => void }) {
  const navigate = useNavigate()
  useBackCloses(onClose)
  const isSignedIn = useSession() !== null
  const [draft, setDraft] = useState(() => withFilter(asked, {}))
  const { data } = useQuery({ ...listChoices(useSession(), draft), placeholderData: keepPreviousData })
  const change = (part: Partial<CatalogueAddress>) => setDraft({ ...draft, ...part })
  const choices = choicesIn(draft, { isSignedIn, prices: data?.prices }, change)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void navigate(addressOf(draft), { preventScrollReset: true })
  }
  return (
    <form onSubmit={submit}>
      <div>
        <Choices legend="Categoría" name="category" choices={choices.category} />
        <Choices legend="Precio" name="price" choices={isSignedIn ? choices.price : []}>
          {!isSignedIn && <PricesNeedAccount />}
        </Choices>
        <Choices legend="Orden" name="order" choices={choices.order} />
        {data && !draft.merch && (
          <FacetGroups facets={data.facets} chosen={draft.facets} choose={(facets) => change({ facets })} />
        )}
      </div>
      <div className="filter-actions">
        <button type="button" className="button secondary" onClick={() => setDraft(withoutFilters(draft))}>
          Limpiar
        </button>
        <ShowButton draft={draft} />
      </div>
    </form>
  )
}

interface Choice {
  label: string
  isChosen: boolean
  /** No product has it. */
  isEmpty?: boolean
  choose: () => void
}

/** The options of each group of radios, and the one chosen in the draft. */
function choicesIn(
  draft: CatalogueAddress,
  { isSignedIn, prices: some }: { isSignedIn: boolean; prices: string[] | undefined },
  change: (part: Partial<CatalogueAddress>) => void,
): Record<'category' | 'price' | 'order', Choice[]> {
  const prices = [{ value: undefined, label: 'Todos los precios' }, ...PRICE_RANGES]
  const orders = [{ value: undefined, label: 'Más nuevos' }, ...offeredOrderings(isSignedIn)]
  return {
    category: CATEGORY_CHOICES.map((choice) => ({
      label: choice.label,
      isChosen: isChosen(choice, draft),
      choose: () => change(choice.change),
    })),
    price: prices.map(({ value, label }) => ({
      label,
      isChosen: draft.priceRange === value,
      isEmpty: value !== undefined && draft.priceRange !== value && some?.includes(value) === false,
      choose: () => change({ priceRange: value }),
    })),
    order: orders.map(({ value, label }) => ({
      label,
      isChosen: draft.ordering === value,
      choose: () => change({ ordering: value }),
    })),
  }
}

/** Shows the number of products in advance, which also loads their first page. */
function ShowButton({ draft }: { draft: CatalogueAddress }) {
  const session = useSession()
  const { data } = useQuery({
    ...productList(session, listQuery(draft, session !== null)),
    placeholderData: keepPreviousData,
  })
  const text =
    data === undefined ? 'Ver productos' : `Ver ${data.count} ${data.count === 1 ? 'producto' : 'productos'}`
  return (
    <button type="submit" className="button primary" aria-live="polite">
      {text}
    </button>
  )
}

interface ChoicesProps {
  legend: string
  name: string
  choices: Choice[]
  children?: ReactNode
}

function Choices({ legend, name, choices, children }: ChoicesProps) {
  return (
    <FoldedGroup name={name} label={legend} chosen={choices.find(({ isChosen }) => isChosen)?.label ?? ''}>
      {children}
      {choices.map(({ label, isChosen, isEmpty, choose }) => (
        <label key={label}>
          <input type="radio" name={name} checked={isChosen} disabled={isEmpty} onChange={choose} />
          {label}
        </label>
      ))}
    </FoldedGroup>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRICE_RANGES } from '../../contract/money.ts'
import {
  addressOf,
  type CatalogueAddress,
  listQuery,
  offeredOrderings,
  withFilter,
  withoutFilters,
} from '../catalogue-search.ts'
import { productList } from '../queries.ts'
import { useSession } from '../session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useBackCloses } from '../ui/use-back-closes.ts'
import { CATEGORY_CHOICES, isChosen } from './category-bar.tsx'
import { PricesNeedAccount } from './prices-need-account.tsx'
import '../styles/filter-dialog.css'

interface FilterDialogProps {
  open: boolean
  onClose: () => void
  asked: CatalogueAddress
}

/** The filters as a sheet for phones. Nothing changes before its button; closing keeps what was. */
export function FilterDialog({ open, onClose, asked }: FilterDialogProps) {
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
  const change = (part: Partial<CatalogueAddress>) => setDraft({ ...draft, ...part })
  const apply = () => {
    onClose()
    void navigate(addressOf(draft), { preventScrollReset: true })
  }
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Choices legend="Categoría">
        {CATEGORY_CHOICES.map((choice) => (
          <Choice
            key={choice.label}
            name="category"
            label={choice.label}
            checked={isChosen(choice, draft)}
            choose={() => change(choice.change)}
          />
        ))}
      </Choices>
      <Choices legend="Precio">
        {!isSignedIn && <PricesNeedAccount />}
        {isSignedIn &&
          [{ value: undefined, label: 'Todos los precios' }, ...PRICE_RANGES].map(({ value, label }) => (
            <Choice
              key={label}
              name="price"
              label={label}
              checked={draft.priceRange === value}
              choose={() => change({ priceRange: value })}
            />
          ))}
      </Choices>
      <Choices legend="Orden">
        {[{ value: undefined, label: 'Más nuevos' }, ...offeredOrderings(isSignedIn)].map(
          ({ value, label }) => (
            <Choice
              key={label}
              name="order"
              label={label}
              checked={draft.ordering === value}
              choose={() => change({ ordering: value })}
            />
          ),
        )}
      </Choices>
      <div className="filter-actions">
        <button type="button" className="button secondary" onClick={() => setDraft(withoutFilters(draft))}>
          Limpiar
        </button>
        <ShowButton draft={draft} />
      </div>
    </form>
  )
}

/** Says beforehand how many there will be; the answer is then already here. */
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

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="filter-choices">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  label: string
  checked: boolean
  choose: () => void
}

function Choice({ name, label, checked, choose }: ChoiceProps) {
  return (
    <label className="filter-choice">
      <input type="radio" name={name} checked={checked} onChange={choose} />
      {label}
    </label>
  )
}

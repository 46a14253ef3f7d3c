import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { CATEGORIES, type Category } from '../../../contract/catalog/categories.ts'
import { addressOf, type CatalogueAddress, withFilter } from './catalogue-search.ts'
import { paths } from '../../app/paths.ts'
import { showWhole } from '../../ui/show-whole.ts'
import './product-list-screen.css'

interface CategoryChoice {
  label: string
  change: { merch: boolean; category: Category | undefined }
}

const withButton = (Object.keys(CATEGORIES) as Category[]).filter((category) => CATEGORIES[category].button)

/** One of the five is chosen at a time; the first two clear the category. */
export const CATEGORY_CHOICES: CategoryChoice[] = [
  { label: 'CATÁLOGO', change: { merch: false, category: undefined } },
  { label: 'MERCHANDISING', change: { merch: true, category: undefined } },
  ...withButton.map((category) => ({
    label: CATEGORIES[category].button ?? CATEGORIES[category].label,
    change: { merch: false, category },
  })),
]

export function isChosen({ change }: CategoryChoice, asked: CatalogueAddress): boolean {
  return change.merch === asked.merch && change.category === asked.category
}

/** A form, so that its buttons also work before hydration. */
export function CategoryBar({ asked }: { asked: CatalogueAddress }) {
  const navigate = useNavigate()
  const row = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // On phones the row scrolls sideways: the pressed button must be visible.
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (row.current && pressed) row.current.scrollLeft = pressed.offsetLeft - row.current.offsetLeft - 16
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another button is pressed then
  }, [asked.category, asked.merch])

  const choose = (event: FormEvent, choice: CategoryChoice) => {
    event.preventDefault()
    void navigate(addressOf(withFilter(asked, choice.change)), { preventScrollReset: true })
  }
  return (
    <form className="category-bar" method="get" action={paths.catalogue()} aria-label="Categorías" ref={row}>
      <Kept name="search" value={asked.search} />
      <Kept name="facets" value={asked.facets} />
      <Kept name="priceRange" value={asked.priceRange} />
      <Kept name="ordering" value={asked.ordering} />
      {CATEGORY_CHOICES.map((choice) => (
        <button
          key={choice.label}
          type="submit"
          className="category-button"
          aria-pressed={isChosen(choice, asked)}
          {...(choice.change.category && { name: 'category', value: choice.change.category })}
          {...(choice.change.merch && { formAction: paths.merch() })}
          onClick={(event) => choose(event, choice)}
          onFocus={showWhole}
        >
          {choice.label}
        </button>
      ))}
    </form>
  )
}

/** A value that a form passes on unchanged; nothing for an empty one. */
export function Kept({ name, value }: { name: string; value: string | undefined }) {
  return value ? <input type="hidden" name={name} value={value} /> : null
}

import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { SearchField } from './search-field.tsx'
import { ViewLinks } from './view-links.tsx'
import './list-tools.css'

interface SearchAndViewsProps<View> {
  search: { label: string; placeholder: string; value: string }
  label: string
  /** The label of `undefined`, i.e. all. */
  names: readonly { view: View | undefined; name: string }[]
  view: View | undefined
  /** The address of the list. */
  to: (search: string, view: View | undefined) => string
  /** Beside the search. */
  children?: ReactNode
}

/** Search and views above a list. Both are in the address. */
export function SearchAndViews<View extends string>(props: SearchAndViewsProps<View>) {
  const { search, label, names, view: shown, to, children } = props
  const navigate = useNavigate()
  return (
    <>
      <div className="admin-tools">
        <SearchField
          {...search}
          onSearch={(words) => void navigate(to(words, shown), { replace: true, preventScrollReset: true })}
        />
        {children}
      </div>
      <div className="admin-filters">
        <ViewLinks
          label={label}
          links={names.map(({ view, name }) => ({
            name,
            to: to(search.value, view),
            isShown: view === shown,
          }))}
        />
      </div>
    </>
  )
}

import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { isSameUserSearch, tidySearch, type UserSearch, type UserSearchDraft } from './users-address.ts'
import '../lists/list-filters.css'
import './user-filters.css'

interface UserFiltersProps {
  search: UserSearch
  onApply: (search: UserSearch) => void
}

/** What is written is applied with the button or with Enter. On a phone e-mail and status are in a sheet. */
export function UserFilters({ search, onApply }: UserFiltersProps) {
  const [draft, setDraft] = useState<UserSearchDraft>(search)
  const [known, setKnown] = useState(search)
  const [isOpen, setIsOpen] = useState(false)
  // The address changed: the fields say what it says.
  if (!isSameUserSearch(search, known)) {
    setKnown(search)
    setDraft(search)
  }
  const change = (part: UserSearchDraft) => setDraft((now) => ({ ...now, ...part }))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setIsOpen(false)
    onApply(tidySearch(draft))
  }
  const clear = () => {
    setDraft({})
    setIsOpen(false)
    onApply({})
  }
  const more = Number(Boolean(search.email)) + Number(Boolean(search.status))
  return (
    <search className="user-filters">
      <form onSubmit={apply}>
        <Field
          label="Nombre, apellido o usuario"
          type="search"
          data-key="/"
          aria-keyshortcuts="/"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_LENGTH}
          value={draft.username ?? ''}
          onChange={(event) => change({ username: event.target.value })}
        />
        <div className="user-filters-wide">
          <MoreFilters draft={draft} onChange={change} />
        </div>
        <div className="user-filters-actions">
          <IconButton
            icon={SlidersHorizontal}
            text={more === 0 ? 'Filtros' : `Filtros (${more})`}
            className="user-filters-open"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          />
          <button
            type="button"
            className="button secondary user-filters-clear"
            data-idle={
              isSameUserSearch(search, {}) && isSameUserSearch(tidySearch(draft), {}) ? '' : undefined
            }
            onClick={clear}
          >
            Limpiar filtros
          </button>
          <button type="submit" className="button primary">
            Aplicar filtros
          </button>
        </div>
      </form>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Filtros" className="admin-sheet">
        <form className="user-filters-sheet" onSubmit={apply}>
          <MoreFilters draft={draft} onChange={change} />
          <div className="dialog-actions">
            <button type="button" className="button secondary" onClick={clear}>
              Limpiar filtros
            </button>
            <button type="submit" className="button primary">
              Aplicar filtros
            </button>
          </div>
        </form>
      </Dialog>
    </search>
  )
}

interface MoreFiltersProps {
  draft: UserSearchDraft
  onChange: (part: UserSearchDraft) => void
}

function MoreFilters({ draft, onChange }: MoreFiltersProps) {
  return (
    <>
      <Field
        label="Email"
        type="text"
        inputMode="email"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={draft.email ?? ''}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <SelectField
        label="Estado"
        value={draft.status ?? ''}
        onChange={(event) => {
          const { value } = event.target
          onChange({ status: value === 'active' || value === 'inactive' ? value : undefined })
        }}
      >
        <option value="">Todos</option>
        <option value="active">Activos</option>
        <option value="inactive">Inactivos</option>
      </SelectField>
    </>
  )
}

import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import '../kit/lists.css'
import './users-page.css'

/** The filters of the list, '' and undefined for none. */
export interface UserSearch {
  /** Name, surname or username. */
  username: string
  email: string
  status: 'active' | 'inactive' | undefined
}

export const NO_SEARCH: UserSearch = { username: '', email: '', status: undefined }

export function isNoSearch({ username, email, status }: UserSearch): boolean {
  return username.trim() === '' && email.trim() === '' && status === undefined
}

interface UserFiltersProps {
  search: UserSearch
  onApply: (search: UserSearch) => void
}

/** Filters apply with the button or Enter. On a phone e-mail and status are in a sheet. */
export function UserFilters({ search, onApply }: UserFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { draft, change, isIdle, apply, clear } = useUserDraft(search, (next) => {
    setIsOpen(false)
    onApply(next)
  })
  const more = Number(search.email !== '') + Number(search.status !== undefined)
  return (
    <search className="user-filters">
      <form className="stack-3" onSubmit={apply}>
        <Field
          label="Nombre, apellido o usuario"
          placeholder="Nombre, apellido o usuario"
          type="search"
          data-key="/"
          aria-keyshortcuts="/"
          maxLength={SEARCH_LENGTH}
          {...SEARCHED}
          value={draft.username}
          onChange={(event) => change({ username: event.target.value })}
        />
        <div className="user-filters-wide">
          <MoreFilters draft={draft} onChange={change} />
        </div>
        <div className="user-filters-actions wrap-2">
          <IconButton
            icon={SlidersHorizontal}
            text={more === 0 ? 'Filtros' : `Filtros (${more})`}
            className="user-filters-open"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          />
          <Actions isIdle={isIdle} look="secondary" onClear={clear} />
        </div>
      </form>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Filtros" className="admin-sheet">
        <form className="stack-3" onSubmit={apply}>
          <MoreFilters draft={draft} onChange={change} />
          <div className="dialog-actions">
            <Actions look="primary" onClear={clear} />
          </div>
        </form>
      </Dialog>
    </search>
  )
}

/** The values of the fields; a new address updates them. */
function useUserDraft(search: UserSearch, onApply: (search: UserSearch) => void) {
  const { username, email, status } = search
  const [draft, setDraft] = useState<UserSearch>(search)
  const [known, setKnown] = useState(search)
  if (username !== known.username || email !== known.email || status !== known.status) {
    setKnown(search)
    setDraft(search)
  }
  return {
    draft,
    change: (part: Partial<UserSearch>) => setDraft((now) => ({ ...now, ...part })),
    /** Whether no filter is typed or applied. */
    isIdle: isNoSearch(search) && isNoSearch(draft),
    apply: (event: FormEvent) => {
      event.preventDefault()
      onApply({ ...draft, username: draft.username.trim(), email: draft.email.trim() })
    },
    clear: () => {
      setDraft(NO_SEARCH)
      onApply(NO_SEARCH)
    },
  }
}

interface ActionsProps {
  isIdle?: boolean
  look: 'primary' | 'secondary'
  onClear: () => void
}

function Actions({ isIdle = false, look, onClear }: ActionsProps) {
  return (
    <>
      <button
        type="button"
        className="button secondary user-filters-clear"
        data-idle={isIdle ? '' : undefined}
        onClick={onClear}
      >
        Limpiar filtros
      </button>
      <button type="submit" className={`button ${look}`}>
        Aplicar filtros
      </button>
    </>
  )
}

const SEARCHED = {
  enterKeyHint: 'search',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

interface MoreFiltersProps {
  draft: UserSearch
  onChange: (part: Partial<UserSearch>) => void
}

function MoreFilters({ draft, onChange }: MoreFiltersProps) {
  return (
    <>
      <Field
        label="Email"
        placeholder="Email"
        type="text"
        inputMode="email"
        maxLength={254}
        {...SEARCHED}
        value={draft.email}
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
        <option value="">Todos los estados</option>
        <option value="active">Activos</option>
        <option value="inactive">Inactivos</option>
      </SelectField>
    </>
  )
}

import { LayoutGrid, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListView, setListView } from './use-list-view.ts'
import './lists.css'

const CHOICES: { view: ListView; text: string; Icon: typeof Table2 }[] = [
  { view: 'cards', text: 'Tarjetas', Icon: LayoutGrid },
  { view: 'table', text: 'Tabla', Icon: Table2 },
]

interface ViewChoiceProps {
  label: string
  /** Undefined while one of `children` is chosen. */
  view: ListView | undefined
  onChoose?: () => void
  /** Buttons of other views. */
  children?: ReactNode
}

/** On desktops only: a table does not fit elsewhere. */
export function ViewChoice({ label, view: chosen, onChoose, children }: ViewChoiceProps) {
  const choose = (view: ListView) => {
    setListView(view)
    onChoose?.()
  }
  return (
    <fieldset className="admin-view-choice" aria-label={label}>
      {CHOICES.map(({ view, text, Icon }) => (
        <button key={view} type="button" aria-pressed={view === chosen} onClick={() => choose(view)}>
          <Icon aria-hidden="true" size={20} />
          {text}
        </button>
      ))}
      {children}
    </fieldset>
  )
}

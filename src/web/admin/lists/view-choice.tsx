import { LayoutGrid, Table2 } from 'lucide-react'
import { type ListView, setListView } from './use-list-view.ts'
import './view-choice.css'

const CHOICES: { view: ListView; text: string; Icon: typeof Table2 }[] = [
  { view: 'cards', text: 'Tarjetas', Icon: LayoutGrid },
  { view: 'table', text: 'Tabla', Icon: Table2 },
]

/** On desktops only: a table does not fit elsewhere. */
export function ViewChoice({ label, view: chosen }: { label: string; view: ListView }) {
  return (
    <fieldset className="admin-view-choice" aria-label={label}>
      {CHOICES.map(({ view, text, Icon }) => (
        <button key={view} type="button" aria-pressed={view === chosen} onClick={() => setListView(view)}>
          <Icon aria-hidden="true" size={20} />
          {text}
        </button>
      ))}
    </fieldset>
  )
}

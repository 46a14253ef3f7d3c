import '../../forms/forms.css'
import './controls.css'
import './lists.css'

interface TabChipsProps<Key extends string | undefined> {
  /** The group's label for screen readers. */
  label: string
  tabs: { key: Key; name: string; count?: string | undefined }[]
  chosen: Key
  onChoose: (key: Key) => void
}

/** Chips to choose a part of a list. `count` reserves its space before it is loaded; '' shows nothing. */
export function TabChips<Key extends string | undefined>({
  label,
  tabs,
  chosen,
  onChoose,
}: TabChipsProps<Key>) {
  return (
    <fieldset className="tab-chips-frame" aria-label={label}>
      <div className="tab-chips">
        {tabs.map(({ key, name, count }) => (
          <button
            key={key ?? 'all'}
            type="button"
            className="admin-chip"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
          >
            <span>{name}</span>
            {count && <span className="visually-hidden">, </span>}
            {count !== undefined && <span className="admin-tab-count">{count}</span>}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

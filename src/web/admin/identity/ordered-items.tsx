import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { firstClick } from '../../browser/first-click.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStable } from '../kit/use-stable.ts'

type Change<Item> = (to: (items: Item[]) => Item[]) => void

interface OrderedItemsProps<Item> {
  /** The singular, masculine and in lower case: 'trofeo'. */
  name: string
  /** The plural with article: 'los trofeos'. */
  names: string
  /** The error of the list; opens it. */
  error: string | undefined
  items: Item[]
  most: number
  fresh: Item
  onChange: Change<Item>
  /** Renders the fields of an item. */
  children: (item: Item, place: number, change: (part: Partial<Item>) => void) => ReactNode
}

/** A collapsible list to add, edit, move and remove items. */
export function OrderedItems<Item>({
  name,
  names,
  error,
  items,
  most,
  fresh,
  onChange,
  children,
}: OrderedItemsProps<Item>) {
  const { keys, arrange, replace } = useItemKeys(items.length, onChange)
  const list = useUnfolded(items.length === 0, error)
  return (
    <details className="identity-list" ref={list}>
      <summary>
        Editar {names} ({items.length})
      </summary>
      <ol className="identity-items stack-4">
        {items.map((item, i) => (
          <li key={keys[i]}>
            <fieldset>
              <legend>
                {name.charAt(0).toUpperCase() + name.slice(1)} {i + 1}
              </legend>
              {children(item, i, (part) => replace(keys[i], part))}
              <Actions name={`${name} ${i + 1}`} place={i} count={items.length} arrange={arrange} />
            </fieldset>
          </li>
        ))}
      </ol>
      {items.length < most && (
        <IconButton icon={Plus} text={`Agregar ${name}`} onClick={() => onChange((all) => [...all, fresh])} />
      )}
    </details>
  )
}

type Arrange = (to: <Part>(list: Part[]) => Part[]) => void

/** A key per item that stays with it when items move, so that a running upload ends in the item where it began. */
function useItemKeys<Item>(count: number, onChange: Change<Item>) {
  const [held, setHeld] = useState<number[]>([])
  const keys = held.slice(0, count)
  while (keys.length < count) keys.push(Math.max(-1, ...keys) + 1)
  const arrange: Arrange = (to) => {
    onChange(to)
    setHeld(to(keys))
  }
  const replace = useStable((key: number | undefined, part: Partial<Item>) => {
    const at = keys.findIndex((each) => each === key)
    onChange((all) => all.map((one, i) => (i === at ? { ...one, ...part } : one)))
  })
  return { keys, arrange, replace }
}

/** Opens automatically if initially empty or with an error. */
function useUnfolded(isEmpty: boolean, error: string | undefined) {
  const list = useRef<HTMLDetailsElement>(null)
  const isEmptyAtFirst = useRef(isEmpty)
  useEffect(() => {
    if (list.current && (error || isEmptyAtFirst.current)) list.current.open = true
  }, [error])
  return list
}

interface ActionsProps {
  name: string
  place: number
  count: number
  arrange: Arrange
}

function Actions({ name, place, count, arrange }: ActionsProps) {
  const move = (to: number) => (event: MouseEvent) => {
    arrange((list) => moved(list, place, to))
    focusAt(to, event.currentTarget)
  }
  const remove = (event: MouseEvent) => {
    arrange((list) => list.filter((_, other) => other !== place))
    focusAt(place, event.currentTarget)
  }
  return (
    <div className="wrap-2" data-item-actions>
      {place > 0 && (
        <IconButton icon={ArrowUp} text="Subir" aria-label={`Subir el ${name}`} onClick={move(place - 1)} />
      )}
      {place < count - 1 && (
        <IconButton icon={ArrowDown} text="Bajar" aria-label={`Bajar el ${name}`} onClick={move(place + 1)} />
      )}
      <IconButton
        icon={Trash2}
        text="Quitar"
        look="quiet"
        aria-label={`Quitar el ${name}`}
        onClick={firstClick(remove)}
      />
    </div>
  )
}

/** After the change is rendered: to the same button of the item at this place, or else to the nearest there is. */
function focusAt(place: number, pressed: Element): void {
  const verb = pressed.textContent
  const list = pressed.closest('details')
  setTimeout(() => {
    const item = list?.querySelectorAll('[data-item-actions]')[place]
    const buttons = [...(item?.querySelectorAll('button') ?? [])]
    const same = buttons.find(({ textContent }) => textContent === verb)
    const next = same ?? buttons[0] ?? list?.querySelector('summary')
    next?.focus()
  })
}

function moved<Item>(list: Item[], from: number, to: number): Item[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { Field } from '../../ui/form/field.tsx'
import './controls.css'

interface PickFieldProps<Option> {
  label: string
  hint: string
  error?: string | undefined
  /** The list's label for screen readers. */
  listLabel: string
  text: string
  onText: (text: string) => void
  options: Option[]
  /** The options are those of an earlier text: none can be picked. */
  isOld: boolean
  keyOf: (option: Option) => number
  /** Why an option is shown, but not selectable: said when it is picked. */
  whyOff?: (option: Option) => string | undefined
  onPick: (option: Option) => void
  /** Renders an option. */
  children: (option: Option) => ReactNode
  /** The shortcut that focuses it. */
  shortcut?: '/'
}

/** A combobox: a search with selectable results (↓, ↑, Enter). */
export function PickField<Option>(props: PickFieldProps<Option>) {
  const { label, hint, error, text, options, shortcut } = props
  const id = useId()
  const { at, type, pick, press, refused } = useChoice(props)
  return (
    <div className="pick-field stack-1">
      <Field
        {...{ label, hint, error }}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH}
        data-key={shortcut}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <p role="alert" className="pick-field-refused">
        {refused}
      </p>
      <Options {...props} id={id} at={at} onPick={pick} />
    </div>
  )
}

function useChoice<Option>({ text, onText, options, isOld, whyOff, onPick }: PickFieldProps<Option>) {
  const [chosen, setChosen] = useState(0)
  const [refused, setRefused] = useState<string>()
  /** The text for which Enter was pressed before its options had loaded. */
  const entered = useRef<string>(undefined)
  const at = Math.min(chosen, options.length - 1)
  const type = (words: string) => {
    entered.current = undefined
    onText(words)
    setChosen(0)
    setRefused(undefined)
  }
  const pick = (option: Option | undefined) => {
    if (isOld || option === undefined) return
    const reason = whyOff?.(option)
    setRefused(reason)
    if (reason !== undefined) return
    onPick(option)
    type('')
  }
  const pickEntered = useEffectEvent(() => {
    if (entered.current === text) pick(options[at])
    entered.current = undefined
  })
  useEffect(() => {
    if (!isOld) pickEntered()
  }, [isOld])
  const enter = () => {
    if (isOld) entered.current = text
    else pick(options[at])
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setChosen((at + step + options.length) % Math.max(1, options.length))
      setRefused(undefined)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
    else if (event.key === 'Escape' && text !== '') type('')
    else return
    event.preventDefault()
  }
  return { at, type, pick, press, refused }
}

type OptionsProps<Option> = PickFieldProps<Option> & { id: string; at: number }

function Options<Option>(props: OptionsProps<Option>) {
  const { id, at, options, isOld, listLabel, keyOf, whyOff, onPick, children } = props
  const list = useRef<HTMLDivElement>(null)
  // They open below the field, where a screen may end, and the arrows may lead out of the list.
  useEffect(() => {
    if (isOld || options.length === 0) return
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [isOld, options.length, at])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no text field
    <div
      className="pick-field-list"
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={listLabel}
      aria-busy={isOld || undefined}
      hidden={options.length === 0}
    >
      {options.map((option, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles keys
        <div
          key={keyOf(option)}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          aria-disabled={whyOff?.(option) !== undefined || undefined}
          onClick={() => onPick(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  )
}

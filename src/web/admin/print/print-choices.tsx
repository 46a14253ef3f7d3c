import { Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { SelectField } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Paper } from './papers.ts'
import { useRollPages } from './use-roll-pages.ts'
import './print-page.css'

interface PrintChoicesProps {
  /** Whether sheets are shown. */
  isReady: boolean
  children: ReactNode
}

/** Print options and the print button. */
export function PrintChoices({ isReady, children }: PrintChoicesProps) {
  return (
    <div className="surface print-choices">
      {children}
      <IconButton
        icon={Printer}
        text="Imprimir"
        look="primary"
        data-key="p"
        title="Imprimir (p)"
        aria-disabled={!isReady || undefined}
        onClick={() => isReady && window.print()}
      />
    </div>
  )
}

interface PrintChoiceProps<Name extends string> {
  label: string
  options: Record<Name, string>
  value: Name
  onChoose: (name: Name) => void
}

export function PrintChoice<Name extends string>({
  label,
  options,
  value,
  onChoose,
}: PrintChoiceProps<Name>) {
  const names = Object.keys(options) as Name[] // safe: the keys of this record
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => onChoose(names.find((name) => name === event.target.value) ?? value)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {options[name]}
        </option>
      ))}
    </SelectField>
  )
}

/** A preview of the sheets. Each is a `print-sheet` with its index in `data-sheet`. */
export function PrintSheets({ paper, children }: { paper: Paper; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useRollPages(box, paper === '80')
  return (
    <div className={`print-sheets print-${paper === '80' ? 'roll' : 'a4'}`} ref={box}>
      {children}
    </div>
  )
}

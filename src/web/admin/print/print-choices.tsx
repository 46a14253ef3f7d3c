import { Printer } from 'lucide-react'
import { type ReactNode, useRef, type RefObject, useEffect } from 'react'
import { SelectField } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Paper } from './papers.ts'
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

const MM_PER_PX = 25.4 / 96
const MARGIN_MM = 4

/**
 * Sets the page length of each sheet on a roll after each render, as CSS cannot derive the page height from content.
 */
function useRollPages(box: RefObject<HTMLElement | null>, isRoll: boolean): void {
  useEffect(() => {
    const sheets = isRoll ? [...(box.current?.querySelectorAll<HTMLElement>('[data-sheet]') ?? [])] : []
    if (sheets.length === 0) return undefined
    const pages = new CSSStyleSheet()
    for (const [at, sheet] of sheets.entries()) {
      // On the screen the margin is padding.
      const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + 1
      pages.insertRule(`@page roll-${at} { size: 80mm ${height}mm; margin: ${MARGIN_MM}mm; }`)
      pages.insertRule(`@media print { [data-sheet="${at}"] { page: roll-${at}; } }`)
    }
    document.adoptedStyleSheets.push(pages)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pages)
    }
  })
}

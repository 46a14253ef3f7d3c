import { Printer } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ChoiceField } from '../kit/choice-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { encode } from 'uqr'
import './print-page.css'

export const PAPERS = { a4: 'Hoja A4', '80': 'Rollo de 80 mm' } as const
export type Paper = keyof typeof PAPERS

/** The paper in the address of a print screen. */
export function readPaper(params: URLSearchParams): Paper {
  return params.get('papel') === '80' ? '80' : 'a4'
}

/** Print options, and the print button for sheets that are shown. */
export function PrintChoices({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  return (
    <div className="surface print-choices row-3">
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
    <ChoiceField
      label={label}
      names={options}
      value={value}
      onChange={({ target }) => onChoose(names.find((name) => name === target.value) ?? value)}
    />
  )
}

/** A preview of the sheets. Each is a `print-sheet` with its index in `data-sheet`. */
export function PrintSheets({ paper, children }: { paper: Paper; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useRollPages(box, paper === '80')
  return (
    <div className={`print-sheets stack-4 print-${paper === '80' ? 'roll' : 'a4'}`} ref={box}>
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

/** A QR code as a drawing; phones read it with this quiet zone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className="print-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} />
      <path d={path.join('')} />
    </svg>
  )
}

import { formatNumber } from '../../../../contract/place.ts'
import type { KeyboardEvent } from 'react'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import type { CountLine } from '../../../../contract/catalog/stock-counts.ts'
import { differenceText } from './count-words.ts'
import type { CountLines } from './use-count.ts'

interface CountRowProps {
  line: CountLine
  /** Its index in the list, for keyboard navigation. */
  place: number
  lines: CountLines
  onKey: (event: KeyboardEvent) => void
}

/** A presentation with its count; Enter saves it and moves to the next one. */
export function CountRow(props: CountRowProps) {
  const { line, lines } = props
  const typed = lines.typed[line.blister_id]
  return (
    <tr>
      <th scope="row">
        {presentationTitle(line)}
        <span className="stock-facts">{line.brand}</span>
      </th>
      <td data-label="Contado">
        <CountField {...props} />
      </td>
      <td data-label="Diferencia" className="count-outcome">
        {typed?.isBusy ? 'Guardando…' : <Outcome line={line} />}
        {typed?.error && (
          <span className="field-error" id={errorId(line)} role="alert">
            {typed.error}
          </span>
        )}
      </td>
    </tr>
  )
}

function errorId({ blister_id: id }: CountLine): string {
  return `count-error-${id}`
}

function CountField({ line, place, lines, onKey }: CountRowProps) {
  const { blister_id: id, counted } = line
  const typed = lines.typed[id]
  return (
    <input
      className="field-control count-input"
      aria-label={`Contado de ${presentationTitle(line)}`}
      aria-invalid={typed?.error ? true : undefined}
      aria-describedby={typed?.error ? errorId(line) : undefined}
      inputMode="numeric"
      autoComplete="off"
      data-cell={place}
      value={typed?.text ?? (counted === null ? '' : formatNumber(counted))}
      onChange={(event) => lines.change(line, event.target.value)}
      onBlur={() => lines.save(line)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') lines.save(line)
        onKey(event)
      }}
    />
  )
}

function Outcome({ line: { difference, expected, counted_by: by } }: { line: CountLine }) {
  if (difference === null) return <span className="count-none">Sin contar</span>
  return (
    <>
      <strong data-tone={difference === 0 ? 'ok' : 'warn'}>{differenceText(difference)}</strong>
      <span className="stock-facts">
        {[
          difference !== 0 &&
            `se ${expected === 1 ? 'esperaba' : 'esperaban'} ${formatNumber(expected ?? 0)}`,
          by,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

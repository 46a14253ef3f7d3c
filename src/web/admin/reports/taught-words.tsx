import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SYNONYM_LENGTH } from '../../../contract/catalog/synonym-rules.ts'
import type { Synonym } from '../../../contract/catalog/synonyms.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { counted } from '../kit/counted.ts'
import { Panel } from '../shell/panel.tsx'
import { Needs } from '../shell/rights.tsx'
import { synonyms } from './report-query.ts'
import { TeachDialog } from './teach-dialog.tsx'

/** More would not be read. */
const MOST = 20

/** Searches without a hit, to be taught, and the words that the search knows. */
export function TaughtWords({ report }: { report: Report }) {
  const { data, isError, refetch } = useQuery(synonyms())
  const [word, setWord] = useState<string>()
  const [said, setSaid] = useState('')
  const missed = report.rows
    .filter(({ key, empty = 0, searches = 0 }) => empty === searches && key.length <= SYNONYM_LENGTH)
    .slice(0, MOST)
  if (isError && !data)
    return <ErrorPanel title="Error al cargar las palabras de la búsqueda" onRetry={() => void refetch()} />
  if (!data) return null
  const known = data.results
  return (
    <>
      {missed.length > 0 && (
        <Panel title="Sin resultado">
          <ul className="report-words stack-2">
            {missed.map(({ key, searches = 0 }) => (
              <li key={key}>
                <span>
                  «{key}» <span className="note">{counted(searches, 'búsqueda', 'búsquedas')}</span>
                </span>
                <TeachButton word={key} known={known} teach={setWord} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <output className="report-said">{said}</output>
      <details className="report-details">
        <summary>{`Lo que la búsqueda entiende: ${counted(known.length, 'palabra', 'palabras')}`}</summary>
        <ul className="report-words stack-2">
          {known.map(({ word: each, means }) => (
            <li key={each}>
              <span>
                «{each}»: {means.join(', ')}
              </span>
              <TeachButton word={each} known={known} teach={setWord} />
            </li>
          ))}
        </ul>
      </details>
      {word !== undefined && (
        <TeachDialog word={word} onClose={() => setWord(undefined)} onTaught={setSaid} />
      )}
    </>
  )
}

interface TeachButtonProps {
  word: string
  known: Synonym[]
  teach: (word: string) => void
}

function TeachButton({ word, known, teach }: TeachButtonProps) {
  const isKnown = known.some((synonym) => synonym.word === word)
  const text = isKnown ? 'Cambiar' : 'Enseñar esta palabra'
  return (
    <Needs right="everything">
      <button
        type="button"
        className="button secondary"
        aria-label={`${text}: ${word}`}
        onClick={() => teach(word)}
      >
        {text}
      </button>
    </Needs>
  )
}

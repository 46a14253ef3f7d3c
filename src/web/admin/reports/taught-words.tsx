import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MAX_MEANINGS,
  meaningsOf,
  SYNONYM_LENGTH,
  TOO_MANY_MEANINGS,
} from '../../../contract/catalog/synonym-rules.ts'
import type { Synonym } from '../../../contract/catalog/synonyms.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { counted } from '../kit/counted.ts'
import { Panel } from '../shell/panel.tsx'
import { Needs } from '../shell/rights.tsx'
import { synonyms } from './report-address.ts'
import { teachSynonym } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'

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
  const teachButton = (each: string) => {
    const text = known.some((synonym) => synonym.word === each) ? 'Cambiar' : 'Enseñar esta palabra'
    return (
      <Needs right="everything">
        <button
          type="button"
          className="button secondary"
          aria-label={`${text}: ${each}`}
          onClick={() => setWord(each)}
        >
          {text}
        </button>
      </Needs>
    )
  }
  return (
    <>
      {missed.length > 0 && (
        <Panel title="Sin resultado">
          <ul className="report-words stack-2">
            {missed.map(({ key, searches = 0 }) => (
              <li key={key} className="admin-row admin-ends">
                <span>
                  «{key}» <span className="note">{counted(searches, 'búsqueda', 'búsquedas')}</span>
                </span>
                {teachButton(key)}
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
            <li key={each} className="admin-row admin-ends">
              <span>
                «{each}»: {means.join(', ')}
              </span>
              {teachButton(each)}
            </li>
          ))}
        </ul>
      </details>
      {word !== undefined && (
        <TeachDialog
          synonym={known.find((synonym) => synonym.word === word) ?? { word, means: [] }}
          onClose={() => setWord(undefined)}
          onTaught={setSaid}
        />
      )}
    </>
  )
}

const FAILED = 'Error al enseñar la palabra'

interface TeachDialogProps {
  synonym: Synonym
  onClose: () => void
  onTaught: (said: string) => void
}

/** Teaches the search what customers mean by a word; empty to forget it. */
function TeachDialog({ synonym, onClose, onTaught }: TeachDialogProps) {
  const client = useQueryClient()
  const form = useForm<Synonym, { means: string }>({
    base: synonym,
    valuesOf: ({ means }) => ({ means: means.join(', ') }),
    errorsOf: ({ means }) => ({ means: meansError(means) }),
    idOf: (field) => `palabra-${field}`,
    failed: FAILED,
  })
  const send = async ({ means }: { means: string }) => {
    const taught = await call(teachSynonym, { body: { word: synonym.word, means: meaningsOf(means) } })
    await client.invalidateQueries({ queryKey: synonyms().queryKey })
    const said =
      taught.means.length === 0
        ? `La búsqueda olvidó «${taught.word}»`
        : `«${taught.word}» encuentra ${counted(taught.found, 'producto', 'productos')}`
    showToast('success', said)
    onTaught(said)
    onClose()
  }
  return (
    <ActionDialog
      title={`Enseñar «${synonym.word}»`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText="Enseñar"
      busyText="Enseñando…"
    >
      <Field
        label="Quiere decir"
        optional
        hint="Palabras de tus productos separadas por comas, como «sereno, reposado». Vale el comienzo de la palabra. Vacío: la búsqueda la olvida"
        autoComplete="off"
        {...form.field('means')}
      />
    </ActionDialog>
  )
}

function meansError(text: string): string | undefined {
  const means = meaningsOf(text)
  if (means.length > MAX_MEANINGS) return TOO_MANY_MEANINGS
  const long = means.find((each) => each.length > SYNONYM_LENGTH)
  return long && `«${long}» tiene más de ${SYNONYM_LENGTH} caracteres`
}

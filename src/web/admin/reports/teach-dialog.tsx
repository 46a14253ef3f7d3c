import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  MAX_MEANINGS,
  meaningsOf,
  SYNONYM_LENGTH,
  TOO_MANY_MEANINGS,
} from '../../../contract/catalog/synonym-rules.ts'
import type { Synonym } from '../../../contract/catalog/synonyms.ts'
import { teachSynonym } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../kit/counted.ts'
import { synonyms } from './report-query.ts'

const FAILED = 'Error al enseñar la palabra'

interface TeachDialogProps {
  word: string
  onClose: () => void
  onTaught: (said: string) => void
}

/** Teaches the search what customers mean by a word; empty to forget it. */
export function TeachDialog({ word, ...rest }: TeachDialogProps) {
  const { data } = useQuery(synonyms())
  const known = data?.results.find((synonym) => synonym.word === word)
  return data ? <TeachForm synonym={known ?? { word, means: [] }} {...rest} /> : null
}

function TeachForm({ synonym, onClose, onTaught }: Omit<TeachDialogProps, 'word'> & { synonym: Synonym }) {
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GitFork } from 'lucide-react'
import { useId, useState } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { Lineage } from '../../../contract/catalog/lineage.ts'
import {
  GENERATION_LENGTH,
  LINEAGE_FIELDS,
  lineageOf,
  PARENT_ROLES,
  type ParentRole,
} from '../../../contract/catalog/lineage-rules.ts'
import { NAME_LENGTH } from '../../../contract/limits.ts'
import { getLineage, listProducts, setLineage } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { adminProductsKey } from './products-query.ts'

const FAILED = 'Error al guardar la genealogía'

/** Opens the form of a variety's parents, with what is stored. */
export function LineageButton({ product }: { product: Product }) {
  const [isBusy, setIsBusy] = useState(false)
  const [stored, setStored] = useState<Lineage>()
  const open = async () => {
    setIsBusy(true)
    try {
      setStored(await call(getLineage, { params: { id: product.id } }))
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : 'Error al cargar la genealogía')
    }
    setIsBusy(false)
  }
  return (
    <>
      <BusyButton className="secondary" busy={isBusy} onClick={() => void open()}>
        <GitFork aria-hidden="true" size={20} />
        Genealogía
      </BusyButton>
      {stored && <LineageDialog {...{ product, stored }} onClose={() => setStored(undefined)} />}
    </>
  )
}

type Typed = Record<ParentRole | 'generation', string>

interface LineageDialogProps {
  product: Product
  stored: Lineage
  onClose: () => void
}

function LineageDialog({ product, stored, onClose }: LineageDialogProps) {
  const client = useQueryClient()
  const form = useForm<Lineage, Typed>({
    base: stored,
    valuesOf: typedOf,
    errorsOf: () => ({}),
    idOf: (field) => `lineage-${field}`,
    // What is at a field is said there, once.
    failed: (text, error) => (text === undefined && error !== undefined ? FAILED : undefined),
    focuses: 'field',
  })
  const save = async (body: Typed) => {
    await call(setLineage, { params: { id: product.id }, body })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'tested' })
    showToast('success', 'Genealogía guardada')
    onClose()
  }
  return (
    <ActionDialog
      title={lineageOf(product.name)}
      form={form}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      failed={FAILED}
      isWithoutFields
      submitText="Guardar"
      busyText="Guardando…"
      intro={
        <p>
          El nombre de una semilla de la tienda la enlaza, con sus propios padres; cualquier otro nombre queda
          como texto.
        </p>
      }
    >
      {PARENT_ROLES.map((role) => (
        <ParentField key={role} role={role} form={form} />
      ))}
      <Field
        label={LINEAGE_FIELDS.generation}
        hint="Por ejemplo: F1, S1 o BX2"
        optional
        maxLength={GENERATION_LENGTH}
        autoComplete="off"
        {...form.field('generation')}
      />
    </ActionDialog>
  )
}

type LineageForm = ReturnType<typeof useForm<Lineage, Typed>>

/** A name; those of the shop are offered while it is typed. */
function ParentField({ role, form }: { role: ParentRole; form: LineageForm }) {
  const list = useId()
  const search = form.values[role].trim()
  const { data } = useQuery({
    queryKey: [...adminProductsKey(), 'named', search],
    queryFn: ({ signal }) =>
      call(listProducts, { query: { search, exclude_types: 'merch', page: 1, page_size: 6 }, signal }),
    enabled: search.length > 1,
  })
  const found = data && !Array.isArray(data) ? data.results : []
  return (
    <>
      <Field
        label={LINEAGE_FIELDS[role]}
        optional
        maxLength={NAME_LENGTH}
        autoComplete="off"
        list={list}
        {...form.field(role)}
      />
      <datalist id={list}>
        {found.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

function typedOf({ results }: Lineage): Typed {
  const at = (place: number) => results.find((node) => node.place === place)
  return {
    mother: at(2)?.name ?? '',
    father: at(3)?.name ?? '',
    generation: at(1)?.generation ?? '',
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { nameError } from '../../../contract/sentences.ts'
import { getBrand, updateBrand } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useUpload } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { rethrowAsBankError } from './bank-problem.ts'
import { logoFileError, originOf } from './brand-words.ts'
import { brandsChanged, createBrandOnce } from './brands-query.ts'

/** The list has one address for both prefixes of the back office. */
export const BANKS = '/admin/bancos'
export const FAILED = 'Error al guardar el banco'

/** The fields that the form saves, always all of them. */
type BrandDraft = Pick<Brand, 'brand_name' | 'description' | 'is_national' | 'image'>
/** A new one has no version. */
type Base = BrandDraft & Pick<Brand, 'version'>

const NEW_BRAND: BrandDraft = { brand_name: '', description: '', is_national: true, image: null }

const FIELD: Record<keyof BrandDraft, string> = {
  brand_name: 'Nombre del banco',
  description: 'Descripción',
  is_national: 'Origen',
  image: 'Logo',
}

const { useKept, useKeep } = keptEdits<{ base: Base; values: BrandDraft }>()

export type BrandFormState = ReturnType<typeof useBrandForm>

/** `brand` is undefined for a new one. */
export function useBrandForm(brand: Brand | undefined) {
  const params = { id: brand?.id ?? 0 }
  const kept = useKept(`bank ${params.id}`)
  const form = useForm<Base, BrandDraft>({
    base: kept?.base ?? brand ?? NEW_BRAND,
    valuesOf: draftOf,
    values: kept?.values,
    errorsOf: ({ brand_name }) => ({ brand_name: nameError(brand_name) }),
    idOf: (field) => `bank-${field}`,
    failed: FAILED,
  })
  useKeep(`bank ${params.id}`, form.isDirty ? { base: form.base, values: form.values } : undefined)
  const logo = useLogoUpload((image) => form.change({ image }))
  const { blocker, release } = useLeaveGuard(logo.isSending || form.isDirty)
  const backToList = useBackToList(brand ? 'actualizado' : 'creado')
  const done = (_saved: unknown, sent: BrandDraft) => {
    release()
    backToList(sent)
  }
  const merge = useMerge<Base, BrandDraft>({
    form,
    read: () => call(getBrand, { params }).catch(rethrowAsBankError),
    write: (draft, { version }) =>
      call(updateBrand, { params, body: { ...draft, version } }).catch(rethrowAsBankError),
    merge: (base, mine, theirs) => mergeDrafts(draftOf(base), mine, draftOf(theirs)),
    onSaved: done,
  })
  const save = async (body: BrandDraft) => {
    if (brand) return merge.save(body, form.base)
    done(await createBrandOnce(body).catch(rethrowAsBankError), body)
  }
  return {
    ...form,
    logo,
    blocker,
    merge,
    isNew: brand === undefined,
    onSubmit: form.onSubmit(save, logo.isSending),
  }
}

function mergeDrafts(base: BrandDraft, mine: BrandDraft, theirs: BrandDraft) {
  return mergeFields({ base, mine, theirs }, { label: (field) => FIELD[field], show: shown })
}

function useLogoUpload(onDone: (path: string) => void) {
  return useUpload({
    preset: 'brand',
    check: logoFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: (path) => {
      onDone(path)
      showToast('success', 'Imagen subida exitosamente')
    },
    onProblem: (problem) => showToast('error', problem),
  })
}

function useBackToList(outcome: 'actualizado' | 'creado') {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return ({ brand_name }: BrandDraft) => {
    brandsChanged(queryClient)
    showToast('success', `Banco ${brand_name.trim()} ${outcome}`)
    void navigate(BANKS)
  }
}

function draftOf({ brand_name, description, is_national, image }: BrandDraft): BrandDraft {
  return { brand_name, description, is_national, image }
}

function shown(value: BrandDraft[keyof BrandDraft], field: keyof BrandDraft): string {
  if (field === 'is_national') return originOf(value === true)
  if (field === 'image') return value === null ? 'sin logo' : 'otro logo'
  return value === null || value === '' ? '(vacío)' : String(value)
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '../../contract/catalog.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { useToast } from '../ui/toast.tsx'
import { useAdminPath } from './admin-paths.ts'
import { keptEdits } from './kept-edits.ts'
import {
  draftOf,
  emptyDraft,
  errorsOf,
  inputOf,
  isSameDraft,
  isSaved,
  type ProductDraft,
} from './product-draft.ts'
import { type Merge, mergeDrafts } from './product-merge.ts'
import { adminProductsKey, productsChanged } from './products-query.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What a failed save says above the form. */
interface Failure {
  title: string
  errors: Record<string, string>
  general: string[]
}

export interface PendingMerge extends Merge {
  theirs: Product
}

/** There is no key that would make of two tries one product. */
const MAY_BE_THERE = 'Antes de guardar otra vez, mirar en la lista si el producto ya está.'

/** What was typed, and what it was typed over: of somebody who saved meanwhile is told when this is saved. */
interface Edits {
  loaded: Product | undefined
  base: ProductDraft
  draft: ProductDraft
}

const { useKept, useKeep } = keptEdits<Edits>()

export type ProductForm = ReturnType<typeof useProductForm>

/** The state of the form, from what was loaded to what is saved. `product` undefined: a new one. */
export function useProductForm(session: Session, product: Product | undefined) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const toast = useToast()
  const name = `product ${product?.id ?? 'new'}`
  const kept = useKept(name)
  const [loaded, setLoaded] = useState(kept ? kept.loaded : product)
  const [base, setBase] = useState(() => kept?.base ?? (product ? draftOf(product) : emptyDraft()))
  const [draft, setDraft] = useState(kept?.draft ?? base)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<Failure>()
  const [submits, setSubmits] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<number>()
  const [merge, setMerge] = useState(() => mergeOnReturn(kept, product))
  /** Sent, and nobody knows whether saved: sent again it must not count its stock twice. */
  const unanswered = useRef<ProductDraft>(undefined)
  const isDirty = !isSameDraft(base, draft)
  const guard = useLeaveGuard(isDirty)
  useKeep(name, isDirty ? { loaded, base, draft } : undefined)

  const wrong = errorsOf(draft)
  const failedTitle = loaded ? 'Error al actualizar el producto' : 'Error al crear el producto'

  const change = (part: Partial<ProductDraft> | ((now: ProductDraft) => Partial<ProductDraft>)) => {
    setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))
    if (failure) setFailure({ ...failure, errors: {}, general: [] })
    setSavedAt(undefined)
  }

  const accept = (saved: Product) => {
    setLoaded(saved)
    setBase(draftOf(saved))
    setDraft(draftOf(saved))
    setTouched(new Set())
    setFailure(undefined)
    setMerge(undefined)
    unanswered.current = undefined
    setSavedAt(Date.now())
    productsChanged(queryClient, session)
    void queryClient.invalidateQueries({ queryKey: [...adminProductsKey(session), 'list'] })
  }

  const send = async (values: ProductDraft, given: Product | undefined) => {
    setIsSaving(true)
    try {
      const body = inputOf(values, given)
      if (given) {
        accept(await call('updateProduct', { params: { id: given.id }, body }))
        toast('success', 'Producto actualizado')
        return
      }
      const created = await call('createProduct', { body })
      accept(created)
      toast('success', 'Producto guardado')
      guard.release()
      await navigate(admin.editProduct(created.id), { replace: true, state: { saved: true } })
    } catch (error) {
      await refused(error, values, given)
    } finally {
      setIsSaving(false)
    }
  }

  const refused = async (error: unknown, values: ProductDraft, given: Product | undefined) => {
    const isConflict = error instanceof Refusal && ['STALE', 'CONFLICT'].includes(error.code)
    if (isConflict && given && (await openMerge(values, given))) return
    const isUnanswered = error instanceof Refusal && (error.status === 0 || error.status >= 500)
    if (isUnanswered) unanswered.current = values
    fail(error, isUnanswered && !given ? [MAY_BE_THERE] : [])
  }

  /** Reads what the other person saved and brings both together; false when that cannot be read either. */
  const openMerge = async (values: ProductDraft, given: Product): Promise<boolean> => {
    try {
      const theirs = await call('getProduct', { params: { id: given.id } })
      if (unanswered.current && isSameDraft(unanswered.current, values) && isSaved(values, draftOf(theirs))) {
        accept(theirs)
        toast('success', 'Producto actualizado')
        return true
      }
      setMerge({ ...mergeDrafts(draftOf(given), values, draftOf(theirs)), theirs })
      return true
    } catch {
      return false
    }
  }

  const fail = (error: unknown, more: string[]) => {
    const fields = error instanceof Refusal ? Object.entries(error.body.errors ?? {}) : []
    const errors = Object.fromEntries(fields.map(([field, texts]) => [field, texts.join('. ')]))
    const general = fields.length === 0 && error instanceof Error ? [error.message] : []
    setFailure({ title: failedTitle, errors, general: [...general, ...more] })
    setSubmits((count) => count + 1)
    toast('error', failedTitle)
  }

  const save = () => {
    if (isSaving) return
    if (Object.keys(wrong).length > 0) {
      setFailure({ title: 'Hay un problema', errors: {}, general: [] })
      setSubmits((count) => count + 1)
      return
    }
    void send(draft, loaded)
  }

  return {
    loaded,
    draft,
    change,
    isDirty,
    isSaving,
    savedAt,
    submits,
    failure,
    /** What is said under a field: once it was left, or once saving was tried. */
    errorOf: (field: string): string | undefined =>
      failure?.errors[field] ?? (failure || touched.has(field) ? wrong[field] : undefined),
    /** Everything the summary lists after a failed save. */
    allErrors: failure ? { ...wrong, ...failure.errors } : {},
    touch: (field: string) => setTouched((now) => (now.has(field) ? now : new Set(now).add(field))),
    save,
    discard: () => {
      setDraft(base)
      setTouched(new Set())
      setFailure(undefined)
    },
    merge,
    closeMerge: () => setMerge(undefined),
    /** Saves what was chosen over what the other person saved. */
    saveMerged: (chosen: ProductDraft) => {
      if (!merge) return
      setLoaded(merge.theirs)
      setBase(draftOf(merge.theirs))
      setDraft(chosen)
      setMerge(undefined)
      void send(chosen, merge.theirs)
    },
    blocker: guard.blocker,
  }
}

/** Somebody saved while the person was away. */
function mergeOnReturn(kept: Edits | undefined, now: Product | undefined): PendingMerge | undefined {
  if (!kept || !now || kept.loaded?.version === now.version) return undefined
  return { ...mergeDrafts(kept.base, kept.draft, draftOf(now)), theirs: now }
}

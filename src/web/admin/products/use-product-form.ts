import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { createProduct, getProduct, updateProduct } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, Refusal } from '../../data/api.ts'
import { sendOnce, wasDoneBefore } from '../../data/send-once.ts'
import { ownerByName } from '../../forms/form-state.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { type Question, useMerge } from '../../forms/use-merge.ts'
import { showToast } from '../../ui/toast.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import {
  copyOf,
  draftOf,
  emptyDraft,
  errorsOf,
  inputOf,
  isSameDraft,
  isSaved,
  type ProductDraft,
} from './product-draft.ts'
import { productMerge } from './product-merge.ts'
import { adminProductsKey, productsChanged } from './products-query.ts'
import { useProductPictures } from './use-product-pictures.ts'

/** The edits, and the product they started from. */
interface Edits {
  base: Product | undefined
  draft: ProductDraft
}

const attempt = tabAttempt('productAttempt', 'owner', 'any request')

const { useKept, useKeep } = keptEdits<Edits>()

export type ProductForm = ReturnType<typeof useProductForm>

/** `product` is undefined for a new one, which may begin as a copy of `copied`. */
export function useProductForm(product: Product | undefined, copied?: Product) {
  const name = `product ${product?.id ?? 'new'}`
  const kept = useKept(name)
  const failed = product ? 'Error al actualizar el producto' : 'Error al crear el producto'
  const form = useForm<Product | undefined, ProductDraft>({
    base: kept ? kept.base : product,
    valuesOf: draftOrEmpty,
    values: kept?.draft ?? (copied && copyOf(copied)),
    errorsOf,
    isDirty: (draft, base) => !isSameDraft(draftOrEmpty(base), draft),
    ownerOf: (field) => (field.startsWith('image') ? 'images' : ownerByName(field)),
    idOf: (field) => `product-${field}`,
    failed: (_text, error) => (error === undefined || wasDoneBefore(error) ? undefined : failed),
  })
  const uploads = useProductPictures(form.change)
  const guard = useLeaveGuard(uploads.isUploading || form.isDirty)
  useKeep(name, form.isDirty ? { base: form.base, draft: form.values } : undefined)
  const queryClient = useQueryClient()
  const onSaved = (saved: Product, sent: ProductDraft) => {
    form.saved(saved, sent)
    showSaved(queryClient)
    showToast('success', product ? 'Producto actualizado' : 'Producto guardado')
  }
  const merge = useMerge<Product, ProductDraft>({
    form,
    ...useProductWrites(product?.id ?? 0),
    merge: (base, mine, theirs) => productMerge({ base: draftOf(base), mine, theirs: draftOf(theirs) }),
    onSaved,
    initial: () => savedMeanwhile(kept, product),
  })
  const openSaved = useOpenSaved(guard.release)
  const save = async (draft: ProductDraft) => {
    if (form.base) return merge.save(draft, form.base)
    const create = (idempotencyKey: string, body: ReturnType<typeof inputOf>) =>
      call(createProduct, { body, idempotencyKey })
    const created = await sendOnce(attempt, inputOf(draft), create, undefined, createdBefore)
    onSaved(created, draft)
    await openSaved(created)
  }
  return {
    ...form,
    failedTitle: failed,
    merge,
    ...uploads,
    blocker: guard.blocker,
    onSubmit: form.onSubmit(save, uploads.isUploading),
    save: () => form.submit(save),
  }
}

function draftOrEmpty(product: Product | undefined): ProductDraft {
  return product ? draftOf(product) : emptyDraft()
}

/** The product of an earlier try whose answer was lost. */
function createdBefore(product: Product | undefined): Refusal {
  const which = product ? `: es «${product.name}»` : ''
  const error = `El producto ya se había creado${which}. Lo que cambiaste después no está guardado: editalo desde la lista.`
  return new Refusal(422, { code: 'IDEMPOTENCY_MISMATCH', error })
}

/** Recognises a repeated save whose response was lost: its stock must not count twice. */
function useProductWrites(id: number) {
  const unanswered = useRef<ProductDraft>(undefined)
  return {
    read: () => call(getProduct, { params: { id } }),
    write: async (draft: ProductDraft, base: Product) => {
      try {
        const saved = await call(updateProduct, { params: { id }, body: inputOf(draft, base) })
        unanswered.current = undefined
        return saved
      } catch (error) {
        if (isUnanswered(error)) unanswered.current = draft
        throw error
      }
    },
    isSavedAs: (mine: ProductDraft, theirs: Product) =>
      unanswered.current !== undefined &&
      isSameDraft(unanswered.current, mine) &&
      isSaved(mine, draftOf(theirs)),
  }
}

/** Whether the result of the save is unknown. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status >= 500)
}

/** Opens the form of a newly created product at its own address, with the same way back. */
function useOpenSaved(release: () => void) {
  const navigate = useNavigate()
  const admin = useAdminPath()
  // safe: a history state is an object or null
  const state = useLocation().state as object | null
  return async ({ id }: Product) => {
    release()
    await navigate(admin.editProduct(id), { replace: true, state: { ...state, saved: true } })
  }
}

function showSaved(queryClient: QueryClient): void {
  productsChanged(queryClient)
  void queryClient.invalidateQueries({ queryKey: [...adminProductsKey(), 'list'] })
}

/** Conflicts with a save made between the end of the session and the return to the form. */
function savedMeanwhile(
  kept: Edits | undefined,
  now: Product | undefined,
): Question<Product, ProductDraft> | undefined {
  if (!kept || !now || kept.base?.version === now.version) return undefined
  const sides = { base: draftOrEmpty(kept.base), mine: kept.draft, theirs: draftOf(now) }
  return { ...productMerge(sides), theirs: now }
}

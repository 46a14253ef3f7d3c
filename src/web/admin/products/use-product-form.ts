import { useLocation, useNavigate } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { createProduct, getProduct, updateProduct } from '../../../contract/catalog/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call, Refusal } from '../../data/api.ts'
import { sendOnce, wasDoneBefore } from '../../data/send-once.ts'
import { ownerByName } from '../../forms/form-state.ts'
import { recordScreen } from '../kit/record-form.ts'
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

const attempt = tabAttempt('productAttempt', 'owner', 'any request')

const useProduct = recordScreen<Product, ProductDraft, undefined>({
  name: (product) => `product ${product?.id ?? 'new'}`,
  valuesOf: draftOrEmpty,
  errorsOf,
  isDirty: (draft, base) => !isSameDraft(draftOrEmpty(base), draft),
  ownerOf: (field) => (field.startsWith('image') ? 'images' : ownerByName(field)),
  idOf: (field) => `product-${field}`,
  failed: (product, error) => {
    if (wasDoneBefore(error)) return undefined
    return product ? 'Error al actualizar el producto' : 'Error al crear el producto'
  },
  said: (_sent, product) => (product ? 'Producto actualizado' : 'Producto guardado'),
  stays: true,
  read: ({ id }) => call(getProduct, { params: { id } }),
  write: (draft, product) =>
    call(updateProduct, { params: { id: product.id }, body: inputOf(draft, product) }),
  create: (draft) =>
    sendOnce(
      attempt,
      inputOf(draft),
      (idempotencyKey, body) => call(createProduct, { body, idempotencyKey }),
      undefined,
      createdBefore,
    ),
  merge: productMerge,
  isNewer: (now, kept) => now.version !== kept?.version,
  // A repeated save must not count its stock twice.
  isSavedAs: (mine, theirs, sent) => isSameDraft(sent, mine) && isSaved(mine, draftOf(theirs)),
  show: (client) => {
    productsChanged(client)
    void client.invalidateQueries({ queryKey: [...adminProductsKey(), 'list'] })
  },
})

export type ProductForm = ReturnType<typeof useProductForm>

/** `product` is undefined for a new one, which may begin as a copy of `copied`. */
export function useProductForm(product: Product | undefined, copied?: Product) {
  const navigate = useNavigate()
  const admin = useAdminPath()
  // safe: a history state is an object or null
  const state = useLocation().state as object | null
  /** The form of a new product, at its own address, with the same way back. */
  const open = ({ id }: Product) =>
    navigate(admin.editProduct(id), { replace: true, state: { ...state, saved: true } })
  return useProduct(product, product ? undefined : open, copied && copyOf(copied))
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

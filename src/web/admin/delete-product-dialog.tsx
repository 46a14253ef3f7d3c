import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../contract/catalog.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { adminProductsKey, productsChanged } from './products-query.ts'

interface DeleteProductDialogProps {
  session: Session
  /** Undefined: closed. */
  product: Pick<Product, 'id' | 'name'> | undefined
  onClose: () => void
  onDeleted: () => void
}

const FAILED = 'Error al eliminar el producto'

export function DeleteProductDialog({ session, product, onClose, onDeleted }: DeleteProductDialogProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!product) return
    setIsBusy(true)
    try {
      await call('deleteProduct', { params: { id: product.id } }).catch(unlessGone)
      productsChanged(queryClient, session)
      void queryClient.invalidateQueries({ queryKey: adminProductsKey(session) })
      toast('success', `Producto «${product.name}» eliminado`)
      close()
      onDeleted()
    } catch (error) {
      setProblem(error instanceof Error ? `${FAILED}. ${error.message}` : FAILED)
      toast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={product !== undefined}
      title={`Eliminar «${product?.name}»`}
      confirmText="Eliminar"
      busyText="Eliminando…"
      busy={isBusy}
      error={problem}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        El producto deja de existir en la tienda y también se eliminan sus blísteres. No se puede deshacer.
        Los pedidos que lo tienen conservan nombre, precio e imagen.
      </p>
    </ConfirmDialog>
  )
}

/** Somebody else was faster: it is gone, which is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}

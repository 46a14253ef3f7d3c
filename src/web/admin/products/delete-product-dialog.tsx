import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { deleteProduct, getProduct } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { counted } from '../kit/counted.ts'
import { adminProductsKey, productsChanged } from './products-query.ts'

interface DeleteProductDialogProps {
  product: Pick<Product, 'id' | 'name'>
  onClose: () => void
}

/** A product with orders, or with an unknown number of them, requires typing its name. */
export function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const queryClient = useQueryClient()
  const { data, isPending, isError } = useQuery({
    queryKey: [...adminProductsKey(), 'orders-count', product.id],
    queryFn: async ({ signal }) =>
      (await call(getProduct, { params: { id: product.id }, signal })).orders_count ?? 0,
    gcTime: 0,
    retry: false,
  })
  const forget = () => {
    productsChanged(queryClient)
    void queryClient.invalidateQueries({ queryKey: adminProductsKey() })
  }
  return (
    <DeleteDialog
      title={`Eliminar «${product.name}»`}
      typedName={isError || (data ?? 0) > 0 ? product.name : undefined}
      isWaiting={isPending}
      remove={() => call(deleteProduct, { params: { id: product.id } })}
      failed="Error al eliminar el producto"
      done={`Producto «${product.name}» eliminado`}
      onDeleted={forget}
      onClose={onClose}
    >
      <p>
        El producto deja de existir en la tienda y también se eliminan sus blísteres. No se puede deshacer.
      </p>
      <output className="admin-note">{ordersText({ count: data, isError })}</output>
    </DeleteDialog>
  )
}

function ordersText({ count, isError }: { count: number | undefined; isError: boolean }): string {
  if (isError) return 'No se pudo comprobar si está en algún pedido.'
  if (count === undefined) return 'Comprobando si está en algún pedido…'
  if (count === 0) return 'No está en ningún pedido.'
  return `Está en ${counted(count, 'pedido, que conserva', 'pedidos, que conservan')} nombre, precio e imagen.`
}

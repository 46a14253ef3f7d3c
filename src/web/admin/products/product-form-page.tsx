import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { call } from '../../data/api.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { PassingHeading } from '../shell/passing-heading.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { ProductFormView } from './product-form.tsx'
import { adminProductsKey } from './products-query.ts'
import { Panel } from '../shell/panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './product-form.css'
import './blister-editor.css'
import './picture-slots.css'
import './product-preview.css'

/** `/productos/nuevo` and `/productos/editar/:productId`. */
export default function ProductFormPage() {
  const { productId } = useParams()
  if (productId === undefined) return <ProductFormView product={undefined} />
  return <EditProduct key={productId} id={Number(productId)} />
}

/** Loaded once: concurrent saves are merged on save, not while editing. */
function EditProduct({ id }: { id: number }) {
  const admin = useAdminPath()
  const location = useLocation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...adminProductsKey(), 'detail', id],
    queryFn: ({ signal }) => call('getProduct', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const wasCreated = (location.state as { saved?: boolean } | null)?.saved === true
  if (data) return <ProductFormView product={data} wasCreated={wasCreated} />
  return (
    <>
      <TabTitle>Editar producto</TabTitle>
      <BackLink to={admin.products()}>Productos</BackLink>
      <PassingHeading>Editar producto</PassingHeading>
      {error && !isFetching ? (
        <ErrorPanel
          title="Error al obtener el producto"
          note={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

function FormSkeleton() {
  return (
    <div className="product-form-columns" aria-busy="true">
      <LoadingNote />
      <div className="product-form-column">
        {['Datos', 'Genética', 'Presentaciones'].map((title) => (
          <Panel key={title} title={title}>
            <CardSkeleton className="product-form-skeleton" parts={['field', 'field']} />
          </Panel>
        ))}
      </div>
      <div className="product-form-column">
        {['Publicación', 'Imágenes', 'Vista previa'].map((title) => (
          <Panel key={title} title={title}>
            <CardSkeleton className="product-form-skeleton" parts={['field', 'field']} />
          </Panel>
        ))}
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { getProduct } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { LoadingHeading } from '../shell/loading-heading.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { ProductFormView } from './product-form.tsx'
import { adminProductsKey } from './products-query.ts'
import { Panel } from '../shell/panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './product-form.css'

/** `/productos/nuevo`, with `copia` as a copy of a product, and `/productos/editar/:productId`. */
export default function ProductFormPage() {
  const { productId } = useParams()
  const [params] = useSearchParams()
  const copied = /^[1-9]\d{0,8}$/.exec(params.get('copia') ?? '')?.[0]
  if (productId !== undefined) return <LoadedProduct key={productId} id={Number(productId)} />
  if (copied !== undefined) return <LoadedProduct key={`copy ${copied}`} id={Number(copied)} isCopied />
  return <ProductFormView product={undefined} />
}

/** Loaded once: concurrent saves are merged on save, not while editing. */
function LoadedProduct({ id, isCopied = false }: { id: number; isCopied?: boolean }) {
  const admin = useAdminPath()
  const location = useLocation()
  const { data, error, isFetching, refetch } = useQuery({
    // A copy begins with what was saved last, not with what the form of the product began with.
    queryKey: [...adminProductsKey(), isCopied ? 'copied' : 'detail', id],
    queryFn: ({ signal }) => call(getProduct, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const wasCreated = (location.state as { saved?: boolean } | null)?.saved === true
  if (data && isCopied) return <ProductFormView product={undefined} copied={data} />
  if (data) return <ProductFormView product={data} wasCreated={wasCreated} />
  const title = isCopied ? 'Agregar producto' : 'Editar producto'
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <BackLink to={admin.products()}>Productos</BackLink>
      <LoadingHeading>{title}</LoadingHeading>
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
    <div className="product-form-columns stack-4" aria-busy="true">
      <LoadingNote />
      <div className="product-form-column stack-4">
        {['Datos', 'Genética', 'Presentaciones'].map((title) => (
          <Panel key={title} title={title}>
            <CardSkeleton className="product-form-skeleton" parts={['field', 'field']} />
          </Panel>
        ))}
      </div>
      <div className="product-form-column stack-4">
        {['Publicación', 'Imágenes', 'Vista previa'].map((title) => (
          <Panel key={title} title={title}>
            <CardSkeleton className="product-form-skeleton" parts={['field', 'field']} />
          </Panel>
        ))}
      </div>
    </div>
  )
}

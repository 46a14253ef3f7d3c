import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { call } from '../../data/api.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { PassingHeading } from '../shell/passing-heading.tsx'
import { BackLink } from './product-form-back.tsx'
import { ProductFormView } from './product-form.tsx'
import { adminProductsKey } from './products-query.ts'
import './product-form.css'
import './blister-editor.css'
import './picture-slots.css'
import './product-preview.css'
import '../../forms/save-bar.css'

/** `/productos/nuevo` and `/productos/editar/:productId`. */
export default function ProductFormPage() {
  const session = useSession()
  const { productId } = useParams()
  if (!session) return null
  if (productId === undefined) return <ProductFormView session={session} product={undefined} />
  return <EditProduct key={productId} session={session} id={Number(productId)} />
}

/** Loaded once: what somebody saves meanwhile is told when this is saved, not while it is written. */
function EditProduct({ session, id }: { session: Session; id: number }) {
  const location = useLocation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...adminProductsKey(session), 'detail', id],
    queryFn: ({ signal }) => call('getProduct', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const wasCreated = (location.state as { saved?: boolean } | null)?.saved === true
  if (data) return <ProductFormView session={session} product={data} wasCreated={wasCreated} />
  return (
    <>
      <title>{`Editar producto · ${SITE}`}</title>
      <BackLink />
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
          <section key={title} className="admin-card">
            <h2>{title}</h2>
            <Skeleton className="product-form-skeleton" />
          </section>
        ))}
      </div>
      <div className="product-form-column">
        {['Publicación', 'Imágenes', 'Vista previa'].map((title) => (
          <section key={title} className="admin-card">
            <h2>{title}</h2>
            <Skeleton className="product-form-skeleton" />
          </section>
        ))}
      </div>
    </div>
  )
}

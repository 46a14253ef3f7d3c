import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { Refusal } from '../api.ts'
import { UnlistedHead } from '../page-head.tsx'
import { paths } from '../paths.ts'
import { SITE } from '../site.ts'
import { ProductNotFound } from './product-not-found.tsx'
import '../styles/button.css'
import '../styles/error-page.css'
import '../styles/field.css'

/** What a page shows when it could not be drawn, inside the frame of the site. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  if (isMissing && pathname.startsWith('/producto/')) return <ProductNotFound />
  // With it the shop finds what happened in its log.
  const requestId = error instanceof Refusal ? error.body.request_id : undefined
  return isMissing ? <PageNotFound /> : <PageFailed requestId={requestId} />
}

function PageNotFound() {
  return (
    <div className="error-page page">
      <UnlistedHead title={`Página no encontrada · ${SITE}`} />
      <h1 tabIndex={-1}>Página no encontrada</h1>
      <p>Esta dirección no lleva a ninguna parte de la tienda.</p>
      <Link className="button primary" to={paths.home()}>
        Ir al inicio
      </Link>
    </div>
  )
}

/** Loaded anew, not only asked again: the fault may lie in a file of the page. By itself when the connection returns. */
function PageFailed({ requestId }: { requestId: string | undefined }) {
  useEffect(() => {
    // Only once the shop answers: a browser shows a page of its own for what it cannot reach.
    const retry = () => void fetch(window.location.href).then(reload, () => undefined)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return (
    <div className="error-page page">
      <UnlistedHead title={`Error · ${SITE}`} />
      <h1 tabIndex={-1}>No se pudo mostrar esta página</h1>
      <p role="alert">Puede ser un problema de conexión o de la tienda. El carrito sigue guardado.</p>
      {requestId && (
        <p>
          Código para consultas: <code>{requestId}</code>
        </p>
      )}
      <div className="error-page-actions">
        <button type="button" className="button primary" onClick={reload}>
          Reintentar
        </button>
        <Link className="button secondary" to={paths.home()} reloadDocument>
          Ir al inicio
        </Link>
      </div>
    </div>
  )
}

function reload(): void {
  window.location.reload()
}

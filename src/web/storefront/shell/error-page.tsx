import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { Refusal } from '../../data/api.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { ProductNotFound } from './product-not-found.tsx'
import './error-page.css'

/** Inside the frame of the site, when a page could not be rendered. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  if (isMissing && pathname.startsWith('/producto/')) return <ProductNotFound />
  // The request id, to find the cause in the log.
  const requestId = error instanceof Refusal ? error.body.request_id : undefined
  if (!isMissing) return <PageFailed requestId={requestId} />
  return pathname.startsWith('/lote/') ? (
    <NotFound title="No encontramos este lote" text="Revisá el código del sobre: puede tener otra letra.">
      <Link className="button primary" to={paths.lots()}>
        Ver los lotes
      </Link>
    </NotFound>
  ) : (
    <NotFound title="Página no encontrada" text="Esta dirección no lleva a ninguna parte de la tienda.">
      <Link className="button primary" to={paths.home()}>
        Ir al inicio
      </Link>
    </NotFound>
  )
}

/** `children`: where to go instead. */
function NotFound({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="error-page stack-4 page">
      <UnlistedHead title={title} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Reloads the document, as a file of the page may be missing; by itself when the connection returns. */
function PageFailed({ requestId }: { requestId: string | undefined }) {
  useEffect(() => {
    // Only if the shop responds; else the browser would show its own error page.
    const retry = () => void fetch(window.location.href).then(reload, () => undefined)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return (
    <div className="error-page stack-4 page">
      <UnlistedHead title="Error" />
      <h1 tabIndex={-1}>No se pudo mostrar esta página</h1>
      <p role="alert">Puede ser un problema de conexión o de la tienda. El carrito sigue guardado.</p>
      {requestId && (
        <p>
          Código para consultas: <code>{requestId}</code>
        </p>
      )}
      <div className="wrap-3">
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

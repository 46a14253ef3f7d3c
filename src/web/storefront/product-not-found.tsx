import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { UnlistedHead } from '../page-head.tsx'
import { paths } from '../paths.ts'
import { SITE } from '../site.ts'
import '../styles/product-not-found.css'
import '../styles/search-box.css'

/** The same words the server answers an unknown product with. */
export function ProductNotFound() {
  return (
    <div className="page product-missing">
      <UnlistedHead title={`Producto no encontrado · ${SITE}`} />
      <h1 tabIndex={-1}>Producto no encontrado</h1>
      <p>Puede haberse agotado o cambiado de dirección.</p>
      <search>
        <form className="search-box" method="get" action={paths.catalogue()}>
          <label className="visually-hidden" htmlFor="missing-search">
            Buscar en el catálogo
          </label>
          <input
            id="missing-search"
            className="search-box-text"
            type="search"
            name="search"
            placeholder="Nombre, genotipo, aroma…"
          />
          <button type="submit" className="search-box-button" aria-label="Buscar">
            <Search aria-hidden="true" size={20} />
          </button>
        </form>
      </search>
      <Link className="button primary" to={paths.catalogue()}>
        Volver al catálogo
      </Link>
    </div>
  )
}

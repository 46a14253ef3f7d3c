import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import '../../ui/search-box.css'
import './error-page.css'

/** For a product that does not exist, with the text of the server's 404. */
export function ProductNotFound() {
  return (
    <div className="page product-missing">
      <UnlistedHead title={PRODUCT_NOT_FOUND} />
      <h1 tabIndex={-1}>{PRODUCT_NOT_FOUND}</h1>
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

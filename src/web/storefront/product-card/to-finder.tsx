import { Link } from 'react-router'
import './product-card.css'

/** The way to the finder for whoever cannot choose among many: of the home page, the catalogue and an empty list. */
export function ToFinder() {
  return (
    <Link className="to-finder" to="/elegir">
      ¿No sabés cuál? Elegí con cuatro preguntas
    </Link>
  )
}

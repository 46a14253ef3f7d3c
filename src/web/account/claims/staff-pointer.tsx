import { Link } from 'react-router'
import { adminPaths } from '../../app/paths.ts'

/** Whoever works for the shop looks at claims, and files none. */
export function StaffPointer() {
  return (
    <div className="account-card">
      <p>Los reclamos de garantía se revisan en el panel de administración.</p>
      <div className="account-save">
        <Link className="button primary" to={adminPaths('/admin').claims()}>
          Ir al panel de garantías
        </Link>
      </div>
    </div>
  )
}

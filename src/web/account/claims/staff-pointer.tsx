import { Link } from 'react-router'
import { adminPaths } from '../../app/admin-paths.ts'

/** Staff review claims in the panel and file none. */
export function StaffPointer() {
  return (
    <div className="account-card stack-3">
      <p>Los reclamos de garantía se revisan en el panel de administración.</p>
      <div className="account-save row-3">
        <Link className="button primary" to={adminPaths('/admin').claims()}>
          Ir al panel de garantías
        </Link>
      </div>
    </div>
  )
}

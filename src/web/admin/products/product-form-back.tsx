import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useAdminPath } from '../shell/use-admin-path.ts'

export function BackLink() {
  const admin = useAdminPath()
  return (
    <Link className="product-form-back" to={admin.products()}>
      <ArrowLeft aria-hidden="true" size={18} />
      Productos
    </Link>
  )
}

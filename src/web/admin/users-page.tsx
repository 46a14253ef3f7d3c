import { SITE } from '../site.ts'

export default function UsersPage() {
  return (
    <>
      <title>{`Gestión de Usuarios · ${SITE}`}</title>
      <h1 tabIndex={-1}>Gestión de Usuarios</h1>
    </>
  )
}

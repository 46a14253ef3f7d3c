import { SITE } from '../site.ts'

export default function UserPage() {
  return (
    <>
      <title>{`Usuario · ${SITE}`}</title>
      <h1 tabIndex={-1}>Usuario</h1>
    </>
  )
}

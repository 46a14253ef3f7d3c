import { SITE } from '../site.ts'

export default function ClaimsPage() {
  return (
    <>
      <title>{`Reclamos · ${SITE}`}</title>
      <h1 tabIndex={-1}>Reclamos</h1>
    </>
  )
}

import { SITE } from '../site.ts'

export default function BrandsPage() {
  return (
    <>
      <title>{`Marcas · ${SITE}`}</title>
      <h1 tabIndex={-1}>Marcas</h1>
    </>
  )
}

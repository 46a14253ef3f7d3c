import { SITE } from '../site.ts'

export default function ProductFormPage() {
  return (
    <>
      <title>{`Producto · ${SITE}`}</title>
      <h1 tabIndex={-1}>Producto</h1>
    </>
  )
}

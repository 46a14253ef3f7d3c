import { SITE } from '../site.ts'

export default function OrderPage() {
  return (
    <>
      <title>{`Pedido · ${SITE}`}</title>
      <h1 tabIndex={-1}>Pedido</h1>
    </>
  )
}

import { prime } from '../data.ts'
import { listQuery, readAddress } from '../catalogue-search.ts'
import { productList } from '../queries.ts'
import { readSession } from '../session.ts'
import { ProductListScreen } from './product-list-screen.tsx'

/** `/merch`: the catalogue's screen with its merch flag on. */
export const loader = prime(({ request }) => {
  const session = readSession()
  const asked = readAddress(new URL(request.url).searchParams, true)
  return [productList(session, listQuery(asked, session !== null))]
})

export default function MerchPage() {
  return (
    <ProductListScreen
      merch
      heading="Merch"
      description="Remeras, gorras, bolsas, tazas y cuadernos del criadero, con sus tamaños."
    />
  )
}

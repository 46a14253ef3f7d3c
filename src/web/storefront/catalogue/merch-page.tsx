import { prime } from '../../data/prime.ts'
import { listQuery, readAddress } from './catalogue-search.ts'
import { productList } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { ProductListScreen } from './product-list-screen.tsx'

/** `/merch`: the screen of the catalogue for merchandise. */
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
      description="Lo que la tienda hace además de semillas, con fotos, medidas y tamaños."
    />
  )
}

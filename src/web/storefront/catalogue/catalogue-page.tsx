import { prime } from '../../data/prime.ts'
import { listQuery, readAddress } from './catalogue-search.ts'
import { productList } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { ProductListScreen } from './product-list-screen.tsx'

/** `/productos`: all seeds, filtered by the address. */
export const loader = prime(({ request }) => {
  const session = readSession()
  const asked = readAddress(new URL(request.url).searchParams)
  return [productList(session, listQuery(asked, session !== null))]
})

export default function CataloguePage() {
  return (
    <ProductListScreen
      heading="Catálogo de semillas"
      description="Semillas de cannabis feminizadas, automáticas y regulares: genotipo, floración, rendimiento y presentaciones de cada variedad."
    />
  )
}

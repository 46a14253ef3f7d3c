import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { monthName } from '../../../contract/place.ts'
import { paths } from '../../app/paths.ts'
import { productsToSow } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { CardRow, FeaturedSkeleton } from './featured-products.tsx'

/** Products to sow this month; nothing if there are none or loading fails. */
export function SowNow() {
  const { data, isError } = useQuery(productsToSow(useSession()))
  if (isError || data?.products.length === 0) return null
  return (
    <section className="featured page" aria-labelledby="para-sembrar" aria-busy={!data || undefined}>
      <div className="featured-head">
        <h2 id="para-sembrar">Para sembrar {data ? `en ${monthName(data.month)}` : 'este mes'}</h2>
        <Link className="tap strong" to={paths.germination()}>
          Cómo germinar
        </Link>
      </div>
      {data ? <CardRow products={data.products} /> : <FeaturedSkeleton />}
    </section>
  )
}

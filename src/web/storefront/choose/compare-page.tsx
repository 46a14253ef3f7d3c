import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { COMPARED_FULL, MAX_COMPARED } from '../../../contract/catalog/choosing.ts'
import { germinationRate } from '../../../contract/catalog/germination.ts'
import { NOT_TESTED } from '../../../contract/catalog/tested-words.ts'
import { shortName } from '../../../contract/catalog/presentations.ts'
import { TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { WITH_STOCK } from '../../../contract/catalog/stock-rules.ts'
import { SPECIFICATION_LABEL } from '../../../contract/catalog/specifications.ts'
import { formatPesos } from '../../../contract/money.ts'
import { PageHead, UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productsById, relatedProducts } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { LoginForPrice } from '../product-card/price-slot.tsx'
import { choosePaths } from './choose-paths.ts'

/** Up to four products side by side; those that are not shown are left out, and said so. */
export function ComparePage({ asked }: { asked: number[] }) {
  const ids = asked.slice(0, MAX_COMPARED)
  const { data, error, isLoading, refetch } = useQuery(productsById(useSession(), ids))
  const products = ids.flatMap((id) => data?.find((product) => product.id === id) ?? [])
  const missing = data ? ids.length - products.length : 0
  return (
    <div className="page choose-page">
      {asked.length > 0 ? (
        <UnlistedHead title="Comparar" follow />
      ) : (
        <PageHead
          title="Comparar"
          description="Hasta cuatro variedades lado a lado, con todo lo que se sabe de cada una."
          path={choosePaths.compare()}
        />
      )}
      <h1 tabIndex={-1}>Comparar</h1>
      {asked.length > MAX_COMPARED && <p role="status">{COMPARED_FULL}</p>}
      {missing > 0 && (
        <p role="status">
          {missing === 1
            ? 'Un producto de los pedidos ya no se muestra: no está en la tabla.'
            : `${missing} productos de los pedidos ya no se muestran: no están en la tabla.`}
        </p>
      )}
      {error && !data && (
        <ErrorPanel title="No se pudo comparar" note={error.message} onRetry={() => void refetch()} />
      )}
      {isLoading && <LoadingBlocks className="compare-loading" blocks={['finder-skeleton']} />}
      {products.length > 0 && <Table products={products} />}
      {!isLoading && products.length === 0 && !error && (
        <EmptyState title="Todavía no elegiste nada para comparar">
          <p>Con «Comparar» en cada producto se ponen hasta {MAX_COMPARED} lado a lado.</p>
          <Link className="button primary" to={paths.catalogue()}>
            Ver el catálogo
          </Link>
        </EmptyState>
      )}
      {products.length > 0 && products.length < MAX_COMPARED && <More products={products} />}
    </div>
  )
}

interface Row {
  name: string
  values: string[]
}

function rowsOf(products: Product[]): Row[] {
  const row = (name: string, value: (product: Product) => string): Row => ({
    name,
    values: products.map(value),
  })
  return [
    row('Tipo', ({ type }) => TYPE_BADGE[type]),
    row('Marca', ({ brand }) => brand ?? ''),
    row('Genética', ({ genotype }) => genotype),
    row('Índica y sativa', ({ indica, sativa }) =>
      indica === null && sativa === null
        ? ''
        : `${indica ?? 100 - (sativa ?? 0)} % y ${sativa ?? 100 - (indica ?? 0)} %`,
    ),
    ...(Object.entries(SPECIFICATION_LABEL) as [keyof typeof SPECIFICATION_LABEL, string][]) // safe: keys of a literal
      .map(([field, name]) => row(name, (product) => product[field])),
    row('Aromas', ({ flavors }) => flavors),
    row('Efectos', ({ effects }) => effects),
    row('Germinación', ({ type, tested }) =>
      type === 'merch' ? '' : tested ? germinationRate(tested) : NOT_TESTED,
    ),
    row('Presentaciones', ({ type, blisters }) =>
      blisters.map((blister) => shortName(type, blister)).join(', '),
    ),
    row('Stock', ({ stock }) => (stock > 0 ? WITH_STOCK : 'Sin stock')),
  ].filter(({ values }) => values.some(Boolean))
}

/** Rows that are the same in all columns can be hidden, by the sheet alone. */
function Table({ products }: { products: Product[] }) {
  const ids = products.map(({ id }) => id)
  const rows = rowsOf(products)
  const isSame = ({ values }: Row) => values.every((value) => value === values[0])
  return (
    <>
      {products.length > 1 && (
        <label className="compare-differences">
          <input type="checkbox" id="solo-diferencias" />
          Solo diferencias
        </label>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section className="compare-scroller surface" tabIndex={0} aria-label="Tabla de comparación">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Dato</span>
              </th>
              {products.map((product) => (
                <th key={product.id} scope="col">
                  <Link to={paths.product(product.id)}>
                    <Picture
                      className="compare-picture"
                      src={product.image}
                      alt=""
                      sizes="160px"
                      widths={[320]}
                      width={320}
                      height={400}
                    />
                    {product.name}
                  </Link>
                  <Link
                    className="compare-remove note"
                    to={choosePaths.compare(ids.filter((id) => id !== product.id))}
                    aria-label={`Quitar ${product.name}`}
                  >
                    Quitar
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <PriceRow products={products} />
            {rows.map((row) => (
              <tr key={row.name} className={isSame(row) ? 'is-same' : undefined}>
                <th scope="row">{row.name}</th>
                {row.values.map((value, place) => (
                  <td key={ids[place]}>{value || <span className="note">Sin dato</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function PriceRow({ products }: { products: Product[] }) {
  const isSignedIn = useSession() !== null
  return (
    <tr>
      <th scope="row">Precio</th>
      {products.map((product) => (
        <td key={product.id}>
          {isSignedIn ? <Prices product={product} /> : <LoginForPrice about={product.name} />}
        </td>
      ))}
    </tr>
  )
}

function Prices({ product: { type, blisters } }: { product: Product }) {
  const priced = blisters.filter(({ final_price }) => (final_price ?? 0) > 0)
  if (priced.length === 0) return <>Sin precio por ahora</>
  return (
    <ul>
      {priced.map((blister) => (
        <li key={blister.id}>
          {[shortName(type, blister), formatPesos(blister.final_price ?? 0)].filter(Boolean).join(' · ')}
        </li>
      ))}
    </ul>
  )
}

/** Of the same brand as the first one; and the way to all others. */
function More({ products }: { products: Product[] }) {
  const ids = products.map(({ id }) => id)
  const { data = [] } = useQuery(relatedProducts(useSession(), ids[0] ?? 0))
  const others = data.filter(({ id }) => !ids.includes(id))
  return (
    <section className="compare-more taps" aria-labelledby="sumar">
      <h2 id="sumar">Sumar otra</h2>
      <ul>
        {others.map(({ id, name }) => (
          <li key={id}>
            <Link className="button secondary" to={choosePaths.compare([...ids, id])}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link to={paths.catalogue()}>Buscar en el catálogo</Link>
        </li>
      </ul>
    </section>
  )
}

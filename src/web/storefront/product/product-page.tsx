import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type Params, useParams } from 'react-router'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { shortName } from '../../../contract/catalog/presentations.ts'
import { firstSentence } from '../../../contract/first-sentence.ts'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { DETAIL_DESCRIPTION, MAX_ID } from '../../../contract/limits.ts'
import { Refusal } from '../../data/api.ts'
import { prime } from '../../data/prime.ts'
import { noteViewed } from './last-viewed.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productDetail, profile, relatedProducts, shopSettings } from '../../data/queries.ts'
import { audienceKey, readSession, type Session, useSession } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { BlisterPicker } from './blister-picker.tsx'
import { later } from '../../browser/later.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Description } from './description.tsx'
import { Gallery } from './gallery.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductNotFound } from '../shell/product-not-found.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import { partsOf } from '../product-card/product-facts.ts'
import { AccountLinksLine } from '../product-card/account-links.tsx'
import { CardWays } from '../product-card/card-ways.tsx'
import { Tested, tested } from '../product-card/tested.tsx'
import { RelatedProducts } from './related-products.tsx'
import { BigFacts, SpecGrid } from './spec-grid.tsx'
import { LimitedBadge, TypeBadge } from '../product-card/type-badge.tsx'
import { useChosenBlister } from './use-chosen-blister.ts'
import './product-page.css'

const LastViewed = later(async () => (await import('../cart/last-viewed-products.tsx')).LastViewedProducts)
const StockNotice = later(async () => (await import('./notice/stock-notice.tsx')).StockNotice)

/** `/producto/{id}`. An invalid id is answered as an unknown one. */
export const loader = prime(({ params }) => {
  const id = productIdOf(params)
  // oxlint-disable-next-line typescript/only-throw-error -- React Router expects it
  if (id === undefined) throw new Response(PRODUCT_NOT_FOUND, { status: 404 })
  return [productDetail(readSession(), id), relatedProducts(readSession(), id), tested(id)]
})

export default function ProductPage() {
  const id = productIdOf(useParams())
  return id === undefined ? <ProductNotFound /> : <ProductById key={id} id={id} />
}

function ProductById({ id }: { id: number }) {
  const session = useSession()
  const seen = useAlreadySeen(session, id)
  const answer = useQuery({ ...productDetail(session, id), placeholderData: seen })
  if (answer.error instanceof Refusal && answer.error.status === 404) return <ProductNotFound />
  const failure = answer.isError && (
    <ErrorPanel
      title="Error al obtener el producto"
      note="Revisá tu conexión y probá otra vez."
      onRetry={() => void answer.refetch()}
    />
  )
  const product = answer.data ?? (failure ? seen() : undefined)
  if (product) return <ProductDetail product={product} failure={failure} />
  if (failure) {
    return (
      <div className="page product-page">
        <UnlistedHead title="Producto" />
        <h1 tabIndex={-1} className="product-failed">
          Producto
        </h1>
        {failure}
      </div>
    )
  }
  return <ProductSkeleton />
}

/** `failure`: the product could not be loaded, and a list's data is shown. */
const ProductDetail = memo(function ProductDetail({ product, failure }: ProductDetailProps) {
  const isMerch = product.type === 'merch'
  useEffect(() => noteViewed(product.id), [product.id])
  return (
    <div className="page product-page">
      <ProductHead product={product} />
      <Breadcrumb type={product.type} />
      {failure}
      <Choice product={product} heading={<Heading product={product} />}>
        {product.available && <CardWays product={product} />}
        <AccountLinksLine />
        <NoticePlace product={product} />
        <Tested product={product.id} />
        {!isMerch && <BigFacts product={product} />}
        <Chips title="Aromas" text={product.flavors} />
        <Chips title="Efectos" text={product.effects} />
        <Description text={firstSentence(product.description)[1]} max={DETAIL_DESCRIPTION} />
        {!isMerch && <SpecGrid product={product} />}
      </Choice>
      <Tested product={product.id} part="below" />
      <RelatedProducts productId={product.id} />
      <LastViewed props={{ except: product.id }} />
    </div>
  )
})

interface ProductDetailProps {
  product: Product
  failure: ReactNode
}

interface ChoiceProps {
  product: Product
  heading: ReactNode
  children: ReactNode
}

/** What depends on the chosen presentation. Only this is rendered when another is chosen, so that a press is answered at once. */
function Choice({ product, heading, children }: ChoiceProps) {
  const { blister, choose } = useChosenBlister(product)
  const [quantity, setQuantity] = useState(1)
  const most = Math.min((blister ?? product).stock, MOST_AT_ONCE)
  const { type, name, blisters } = product
  const hasKinds = blisters[0] && shortName(type, blisters[0])
  return (
    <div className="product-layout">
      <div className="product-first">
        <Gallery key={product.id} name={name} images={imagesOf(product, blister)} />
        <div className="product-choice">
          {heading}
          {blisters.length === 0 && (
            <p className="product-no-blister">Información de blíster no disponible</p>
          )}
          {hasKinds ? (
            <BlisterPicker {...{ type, blisters, choose }} chosen={blister} />
          ) : (
            type === 'merch' && <Chips title="Tamaño" many="Tamaños" text={product.product_size} />
          )}
          {most > 1 && <Quantity {...{ quantity, setQuantity, most }} />}
        </div>
      </div>
      <div className="product-info">
        <BuyBar product={product} blister={blister} quantity={Math.max(1, Math.min(quantity, most))} />
        {children}
      </div>
    </div>
  )
}

/** More can be added in the cart. */
const MOST_AT_ONCE = 10

interface QuantityProps {
  quantity: number
  setQuantity: (quantity: number) => void
  most: number
}

/** How many to add; never more than there are, so that nothing has to be refused. */
function Quantity({ quantity, setQuantity, most }: QuantityProps) {
  return (
    <label className="product-quantity">
      Cantidad
      <select
        className="field-control"
        value={Math.min(quantity, most)}
        onChange={({ target }) => setQuantity(Number(target.value))}
      >
        {Array.from({ length: most }, (_, i) => (
          <option key={i}>{i + 1}</option>
        ))}
      </select>
    </label>
  )
}

/** Reserves its space until its code is loaded. Visitors are told only where nothing can be bought. */
function NoticePlace({ product: { type, available, blisters } }: { product: Product }) {
  const isOffered = useQuery(shopSettings()).data?.restock_notices === true
  const soldOut = blisters.filter(({ stock }) => stock === 0)
  const isForAll = useSession() !== null || soldOut.length === blisters.length
  if (!isOffered || !available || soldOut.length === 0) return null
  if (!isForAll) return <div className="product-notice for-accounts" />
  return (
    <StockNotice props={{ blisters: soldOut, type }}>
      <div className="product-notice" />
    </StockNotice>
  )
}

function Heading({ product }: { product: Product }) {
  const session = useSession()
  const { data: user } = useQuery({ ...profile(session), enabled: session?.isAdmin === true })
  const heading = useRef<HTMLHeadingElement>(null)
  const [lead] = firstSentence(product.description)
  // The heading of a product that only a list knew is removed when the shop says that it does not exist.
  useFocusHandedOn(heading)
  return (
    <div className="product-heading">
      <div className="row-2">
        <TypeBadge type={product.type} long />
        {product.limited_edition && <LimitedBadge />}
        {!product.available && <span className="badge warn">No disponible</span>}
        {user?.role === 'owner' && (
          <Link className="button secondary product-edit" to={paths.adminEditProduct(product.id)}>
            Editar Producto
          </Link>
        )}
      </div>
      <h1 tabIndex={-1} ref={heading}>
        {product.name}
      </h1>
      <Genetics product={product} />
      {lead && <p className="product-lead">{lead}</p>}
    </div>
  )
}

/** With links to the parents that are sold here, once they have come. */
function Genetics({ product: { id, genotype } }: { product: Product }) {
  const { data } = useQuery(tested(id))
  if (data?.genetics) return <p className="genotype" dangerouslySetInnerHTML={{ __html: data.genetics }} />
  return genotype && <p className="genotype">Genética: {genotype}</p>
}

/** The parts of a text; `many`: the title of several. */
function Chips({ title, many = title, text }: { title: string; many?: string; text: string }) {
  const parts = partsOf(text)
  if (parts.length === 0) return null
  return (
    <div className="product-chips">
      <h2>{parts.length > 1 ? many : title}</h2>
      <ul>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The product as a list or a page for visitors has shown it, until its own response arrives. Never from responses for
 * another account; those for visitors contain no prices.
 */
function useAlreadySeen(session: Session | null, id: number) {
  const queryClient = useQueryClient()
  return () => {
    const detail = queryClient.getQueryData(productDetail(null, id).queryKey)
    return findInLists(queryClient.getQueryCache().getAll(), audienceKey(session), id) ?? detail
  }
}

function findInLists(queries: Query[], audience: string, id: number): Product | undefined {
  for (const { queryKey, state } of queries) {
    if (queryKey[0] !== audience || !LISTS.has(String(queryKey[1]))) continue
    const list = state.data as ListAnswer | undefined
    const products = Array.isArray(list) ? list : (list?.results ?? list?.products)
    const found = products?.find((product) => product.id === id)
    if (found) return found
  }
  return undefined
}

/** As the calls of `LISTS` answer. */
type ListAnswer = Product[] | { results?: Product[]; products?: Product[] }

const LISTS = new Set(['products', 'related', 'highlighted', 'on-sale', 'to-sow', 'products-by-id'])

function productIdOf({ id }: Params): number | undefined {
  const number = Number(id)
  return /^\d{1,10}$/.test(id ?? '') && number >= 1 && number <= MAX_ID ? number : undefined
}

/** The presentation's own picture takes the place of the main one. */
function imagesOf({ image, image_2, image_3 }: Product, blister: Blister | undefined): string[] {
  return [blister?.image ?? image, image_2, image_3].filter((address) => address !== null)
}

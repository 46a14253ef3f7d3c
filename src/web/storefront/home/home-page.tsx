import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { HOME_PREFETCHED } from '../../../contract/limits.ts'
import { prime, queryClientContext } from '../../data/prime.ts'
import { readDevice } from '../../browser/device.ts'
import { listQuery, readAddress } from '../catalogue/catalogue-search.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import {
  carouselBanners,
  highlightedProducts,
  onSaleProducts,
  productList,
  productsToSow,
  shopSettings,
} from '../../data/queries.ts'
import { trophies } from '../../data/trophies-query.ts'
import { readSession, type Session, useSession } from '../../session/session.ts'
import { Tested, tested } from '../product-card/tested.tsx'
import { AboutBlock } from './about-block.tsx'
import { BannerCarousel } from './banner-carousel.tsx'
import { IN_EVERY_SHOP } from './carousel-slides.ts'
import { CupsWon } from './cups-won.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { HowToOrder } from './how-to-order.tsx'
import { OrganizationData } from './organization-data.tsx'
import { SowNow } from './sow-now.tsx'
import { TypeChips } from './type-chips.tsx'
import './home-page.css'

const primeBanners = prime(() => [carouselBanners(readDevice())])
const primeHighlighted = prime(() => [highlightedProducts(readSession())])
const primeTrophies = prime(() => [trophies()])
const primeToSow = prime(() => [productsToSow(readSession())])
const primeTested = prime(() => [tested()])

/** The home page renders also when banners or highlighted products cannot be loaded. */
export async function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>): Promise<null> {
  const [banners, highlighted] = await Promise.allSettled([
    primeBanners(args),
    primeHighlighted(args),
    primeToSow(args),
    primeTrophies(args),
    primeTested(args),
  ])
  const client = args.context.get(queryClientContext)
  if (banners.status === 'rejected') client.setQueryData(carouselBanners(readDevice()).queryKey, [])
  if (highlighted.status === 'rejected') client.setQueryData(highlightedProducts(readSession()).queryKey, [])
  return null
}

export default function HomePage() {
  usePrefetchedLists()
  const { data: shop } = useQuery(shopSettings())
  const name = [shop?.shop_name, shop?.tagline].filter(Boolean).join(', ')
  return (
    <div className="home-page">
      <PageHead
        title={[shop?.shop_name, capitalized(shop?.tagline)].filter(Boolean).join(' · ')}
        description={`${name}: semillas de cannabis. ${shop?.opening || IN_EVERY_SHOP}`}
        path={paths.home()}
      />
      <OrganizationData />
      <h1 className="visually-hidden" tabIndex={-1}>
        {name}
      </h1>
      <BannerCarousel />
      <Tested />
      {!shop?.opening && (
        <>
          <TypeChips />
          <FeaturedProducts />
        </>
      )}
      <SowNow />
      <HowToOrder />
      <CupsWon />
      <AboutBlock />
    </div>
  )
}

function capitalized(text = ''): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Fetches the first products and offers for the next page, once this one is idle. */
function usePrefetchedLists() {
  const client = useQueryClient()
  const session = useSession()
  useEffect(() => {
    const prefetch = () => {
      void prefetchFirstProducts(client, session)
      void client.prefetchQuery(onSaleProducts(session, HOME_PREFETCHED))
    }
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(prefetch, 2_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(prefetch, { timeout: 5_000 })
    return () => cancelIdleCallback(idle)
  }, [client, session])
}

/** The first eight seeds contain the first page of the catalogue, which then shows at once. */
async function prefetchFirstProducts(client: QueryClient, session: Session | null): Promise<void> {
  const firstPage = listQuery(readAddress(new URLSearchParams()), session !== null)
  const eight = productList(session, { ...firstPage, page_size: HOME_PREFETCHED })
  await client.prefetchQuery(eight)
  const { data, dataUpdatedAt = 0 } = client.getQueryState(eight.queryKey) ?? {}
  const { queryKey } = productList(session, firstPage)
  if (!data || (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= dataUpdatedAt) return
  const results = data.results.slice(0, firstPage.page_size)
  client.setQueryData(queryKey, { ...data, results }, { updatedAt: dataUpdatedAt })
}

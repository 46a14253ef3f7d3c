import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { HOME_PREFETCHED } from '../../contract/limits.ts'
import { prime, queryClientContext } from '../data.ts'
import { carouselBanners, highlightedProducts, onSaleProducts, productList } from '../queries.ts'
import { readSession, useSession } from '../session.ts'
import { SITE } from '../site.ts'
import { AboutBlock } from './about-block.tsx'
import { BannerCarousel } from './banner-carousel.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { TypeChips } from './type-chips.tsx'
import '../styles/home-page.css'

const primeBanners = prime(() => [carouselBanners()])
const primeHighlighted = prime(() => [highlightedProducts(readSession())])

/** Neither banners nor highlighted products may keep the home page from being drawn: without them it has none. */
export async function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>): Promise<null> {
  const [banners, highlighted] = await Promise.allSettled([primeBanners(args), primeHighlighted(args)])
  const client = args.context.get(queryClientContext)
  if (banners.status === 'rejected') client.setQueryData(carouselBanners().queryKey, [])
  if (highlighted.status === 'rejected') client.setQueryData(highlightedProducts(readSession()).queryKey, [])
  return null
}

export default function HomePage() {
  usePrefetchedLists()
  return (
    <div className="home-page">
      <title>{`${SITE} · Genéticas del sur`}</title>
      <meta
        name="description"
        content="Semillas de cannabis criadas en la Argentina: automáticas, fotoperiódicas y ediciones limitadas, con garantía de germinación."
      />
      <link rel="canonical" href="/" />
      <h1 className="visually-hidden" tabIndex={-1}>
        {SITE}, genéticas del sur
      </h1>
      <BannerCarousel />
      <TypeChips />
      <FeaturedProducts />
      <AboutBlock />
    </div>
  )
}

/** The first products and offers are not shown here; once the page is idle they are fetched for the next one. */
function usePrefetchedLists() {
  const client = useQueryClient()
  const session = useSession()
  useEffect(() => {
    const prefetch = () => {
      void client.prefetchQuery(productList(session, { page: 1, page_size: HOME_PREFETCHED }))
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

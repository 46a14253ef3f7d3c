import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { shopSettings } from '../data/queries.ts'
import { useShopName } from './site.ts'
import { LOCALE } from '../../contract/place.ts'

/**
 * The shop's public address as configured (`https://…`, no trailing slash), for canonical links and previews. The server
 * passes it to the browser, which may have reached the shop under another name.
 */
export const SiteOrigin = createContext('')

interface PageHeadProps {
  /** Without the name of the shop, except on the home page. */
  title: string
  description: string
  /** The canonical path of the page. */
  path: string
  /** Path of the picture of a link's preview; by default the shop's own. */
  image?: string | undefined
  type?: 'website' | 'product'
}

/** The head of a public page, for search engines and previews. Never a price. */
export function PageHead({ title, description, path, image, type = 'website' }: PageHeadProps) {
  const origin = useContext(SiteOrigin)
  const { data: shop } = useQuery(shopSettings())
  const whole = path === '/' ? title : titleOf(title, shop?.shop_name)
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:title" content={whole} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={origin + path} />
      {import.meta.env.SSR && <meta property="og:image" content={origin + (image ?? shop?.share_picture)} />}
      <meta property="og:site_name" content={shop?.shop_name} />
      <meta property="og:locale" content={LOCALE.replace('-', '_')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** For a page that search engines should not list. `follow`: they may follow its links. */
export function UnlistedHead({
  title,
  description,
  follow = false,
}: {
  title: string
  description?: string
  follow?: boolean
}) {
  return (
    <>
      <TabTitle>{title}</TabTitle>
      {description !== undefined && <meta name="description" content={description} />}
      <meta name="robots" content={follow ? 'noindex, follow' : 'noindex'} />
    </>
  )
}

/** The title of a page: its own words, then the name of the shop. */
export function TabTitle({ children }: { children: string }) {
  return <title>{titleOf(children, useShopName())}</title>
}

function titleOf(title: string, name: string | undefined): string {
  return name ? `${title} · ${name}` : title
}

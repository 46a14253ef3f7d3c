import { createContext, useContext } from 'react'
import { SITE } from './site.ts'

/**
 * Where the operator says the shop is reachable (`https://…`, no slash at its end): what other sites read of a page
 * names it by its whole address. The server hands it to the browser, which may know the shop by another name.
 */
export const SiteOrigin = createContext('')

interface PageHeadProps {
  title: string
  description: string
  /** The one address of the page, however it was asked for. */
  path: string
  /** Path of a picture of what the page is about; the shop's own when there is none. */
  image?: string | null
  type?: 'website' | 'product'
}

/** What search engines and other sites read of a public page. Only what everybody may know: never a price. */
export function PageHead({ title, description, path, image, type = 'website' }: PageHeadProps) {
  const origin = useContext(SiteOrigin)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + (image ?? '/og.jpg')} />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:locale" content="es_AR" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Of a page that is of no use to who comes from a search. `follow`: what it links to is. */
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
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <meta name="robots" content={follow ? 'noindex, follow' : 'noindex'} />
    </>
  )
}

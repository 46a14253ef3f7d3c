import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { SiteOrigin } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { StructuredData } from '../shell/structured-data.tsx'

/** Name, logo and profiles of the shop, for search engines. */
export function OrganizationData() {
  const origin = useContext(SiteOrigin)
  const { data: settings } = useQuery(shopSettings())
  return <StructuredData data={import.meta.env.SSR && settings ? [organizationOf(settings, origin)] : []} />
}

function organizationOf(settings: PublicSettings, origin: string): object {
  const elsewhere = [settings.instagram_url, settings.facebook_url, settings.youtube_url].filter(Boolean)
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: settings.shop_name,
    url: origin + paths.home(),
    logo: `${origin}/icon-512.png`,
    ...(settings.contact_email && { email: settings.contact_email }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  }
}

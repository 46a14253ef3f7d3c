import { redirect, useLocation, useParams } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { COOKIES_PATH, PAGE_SLUGS, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { paths } from '../../app/paths.ts'
import { prime } from '../../data/prime.ts'
import { profile, shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { CookiesPage } from './cookies-page.tsx'
import { RegretPage } from './regret-page.tsx'
import { TextPage, textPage } from './text-page.tsx'
import { useGateForTheRest } from './use-gate-for-the-rest.ts'

const primedRegret = prime(() => [shopSettings(), profile(readSession())])
const primedCookies = prime(() => [shopSettings()])
const primedText = prime(({ params }) => [shopSettings(), textPage(slugIn(params) ?? 'terminos')])

/** Legal pages share one chunk, as each lazy route adds bytes to every page. */
export function loader(args: Parameters<typeof primedText>[0]) {
  const pathname = withoutEndSlashes(new URL(args.request.url).pathname)
  if (pathname === paths.regret()) return primedRegret(args)
  if (pathname === COOKIES_PATH) return primedCookies(args)
  const slug = slugIn(args.params)
  if (slug === undefined) return redirect('/')
  return primedText(args)
}

/** `/arrepentimiento` and `/legales/{slug}`. */
export default function LawPage() {
  const pathname = withoutEndSlashes(useLocation().pathname)
  const slug = slugIn(useParams())
  useGateForTheRest()
  if (pathname === paths.regret()) return <RegretPage />
  return pathname === COOKIES_PATH ? <CookiesPage /> : <TextPage slug={slug ?? 'terminos'} />
}

function slugIn(params: { slug?: string | undefined }): PageSlug | undefined {
  return PAGE_SLUGS.find((slug) => slug === params.slug)
}

import { redirect, useLocation, useParams } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { COOKIES_PATH, PAGE_SLUGS, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { paths } from '../../app/paths.ts'
import { prime } from '../../data/prime.ts'
import { profile, shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { LotPage, publicLot } from '../lot/lot-page.tsx'
import './law-endpoints.ts'
import { CookiesPage } from './cookies-page.tsx'
import { RegretPage } from './regret-page.tsx'
import { TextPage, textPage } from './text-page.tsx'
import { useGateForTheRest } from './use-gate-for-the-rest.ts'

const primedRegret = prime(() => [shopSettings(), profile(readSession())])
const primedCookies = prime(() => [shopSettings()])
const primedLot = prime(({ params }) => [shopSettings(), publicLot(lotIn(params) ?? '')])
const primedText = prime(({ params }) => [shopSettings(), textPage(slugIn(params) ?? 'terminos')])

/** The pages of the law and of a lot are one chunk: each route of its own would cost every page of the shop some bytes. */
export function loader(args: Parameters<typeof primedText>[0]) {
  const pathname = withoutEndSlashes(new URL(args.request.url).pathname)
  if (pathname === paths.regret()) return primedRegret(args)
  if (pathname === COOKIES_PATH) return primedCookies(args)
  if (lotIn(args.params) !== undefined) return primedLot(args)
  const slug = slugIn(args.params)
  if (slug === undefined) return redirect('/')
  return primedText(args)
}

/** `/arrepentimiento`, `/legales/{slug}` and `/lote/{code}`. */
export default function LawPage() {
  const pathname = withoutEndSlashes(useLocation().pathname)
  const params = useParams()
  const [slug, lot] = [slugIn(params), lotIn(params)]
  useGateForTheRest()
  if (lot !== undefined) return <LotPage key={lot} code={lot} />
  if (pathname === paths.regret()) return <RegretPage />
  return pathname === COOKIES_PATH ? <CookiesPage /> : <TextPage slug={slug ?? 'terminos'} />
}

function slugIn(params: { slug?: string | undefined }): PageSlug | undefined {
  return PAGE_SLUGS.find((slug) => slug === params.slug)
}

function lotIn(params: { code?: string | undefined }): string | undefined {
  return params.code?.toUpperCase()
}

import { COOKIES_PATH, PAGE_NAME, pagePath, type PageSlug } from '../../../contract/legal/page-rules.ts'
import { sellerFacts } from '../../../contract/settings/legal-settings.ts'
import type { ReactNode } from 'react'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { paths } from '../../app/paths.ts'

/**
 * The link that the law wants on the first page, in a thin line above the header. Drawn by the server like the links below the
 * footer; CSS shows it on the home page alone, above what stands before it in the document, as links to skip are first.
 */
export function LegalLine() {
  return (
    <nav className="legal-line" aria-label="Arrepentimiento">
      <a href={paths.regret()}>Botón de arrepentimiento</a>
    </nav>
  )
}

interface LegalLinksProps {
  /** Undefined while the settings cannot be read. */
  shop: PublicSettings | undefined
  /** Published pages only. */
  pages: { slug: PageSlug; title: string }[]
}

/**
 * Legal links and seller data below the storefront's footer. Plain markup, rendered by the server and never hydrated,
 * so links to pages without the age gate load whole documents. CSS shows it only where there is a footer.
 */
export function LegalLinks({ shop, pages }: LegalLinksProps) {
  const facts = shop ? sellerFacts(shop) : []
  return (
    <nav className="legal-links" aria-label="Información legal">
      <ul className="legal-links-list page taps">
        <li>
          <a className="strong" href={paths.regret()}>
            Botón de arrepentimiento
          </a>
        </li>
        {shop?.show_tests && (
          <li>
            <a href={paths.lots()}>Lotes</a>
          </li>
        )}
        {pages.map(({ slug }) => (
          <li key={slug}>
            <a href={pagePath(slug)}>{PAGE_NAME[slug]}</a>
          </li>
        ))}
        <li>
          <a href={COOKIES_PATH}>Cookies</a>
        </li>
        <li>
          <a href={paths.account('data')}>Baja de cuenta</a>
        </li>
        <Outside to={shop?.consumer_url}>Defensa del Consumidor. Para reclamos: ingrese aquí</Outside>
        <Outside to={shop?.data_fiscal_url}>
          {shop?.data_fiscal_image ? (
            <img
              className="legal-links-code"
              src={shop.data_fiscal_image}
              alt="Data Fiscal"
              width={64}
              loading="lazy"
            />
          ) : (
            'Data Fiscal'
          )}
        </Outside>
      </ul>
      {facts.length > 0 && <p className="legal-links-seller page">{facts.join(' · ')}</p>}
    </nav>
  )
}

/** A link to a public office, if its address is set. */
function Outside({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return null
  return (
    <li>
      <a href={to} rel="noopener">
        {children}
      </a>
    </li>
  )
}

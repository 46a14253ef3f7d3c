import { renderToStaticMarkup } from 'react-dom/server'
import { reloadOnline } from 'virtual:early-scripts'
import { tokenRules } from '../../../contract/settings/look.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import base from '../../styles/base.css?inline'
import tokens from '../../styles/tokens.css?inline'
import button from '../../ui/button.css?inline'
import wordmark from '../shell/wordmark.css?inline'
import { specifications } from '../product-card/product-facts.ts'
import { SproutMark } from '../shell/wordmark.tsx'
import own from './offline-page.css?inline'
import { LOCALE } from '../../../contract/place.ts'

/** Inline, as nothing else can be loaded offline. */
const STYLE = [tokens, base, button, wordmark, own].join('')
export const offlineScript = reloadOnline

/**
 * The offline page cached by the service worker: one file with the shop's name and colours, and the catalogue to read. Of
 * visitors, so without prices.
 */
export function offlineDocument(
  shop: PublicSettings,
  products: readonly Product[],
): { text: string; style: string } {
  const shopName = shop.shop_name
  // No logo, as it would have to be loaded.
  const style = STYLE + tokenRules(shop) + (shop.logo === null ? '' : '.sprout-mark{display:none}')
  const text =
    `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    `${renderToStaticMarkup(<OfflineTitle shopName={shopName} />)}<style>${style}</style></head><body>` +
    `${renderToStaticMarkup(<OfflinePage shopName={shopName} products={products} />)}<script>${offlineScript}</script></body></html>`
  return { text, style }
}

function OfflineTitle({ shopName }: { shopName: string }) {
  return <title>{`Sin conexión · ${shopName}`}</title>
}

function OfflinePage({ shopName, products }: { shopName: string; products: readonly Product[] }) {
  return (
    <>
      <header className="offline-bar">
        <a className="offline-home page" href="/">
          <span className="wordmark">
            <SproutMark />
            <span className="wordmark-name">{shopName.toUpperCase()}</span>
          </span>
        </a>
      </header>
      <Landscape />
      <main className="offline-page page">
        <h1>Sin conexión</h1>
        <p>No pudimos abrir esta página. Revisá tu conexión y probá otra vez: el carrito sigue guardado.</p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address of this page, whatever it is */}
        <a className="button primary" href="">
          Reintentar
        </a>
        {products.length > 0 && <KeptCatalogue products={products} />}
      </main>
    </>
  )
}

/** The moon over the shop's hills. */
function Landscape() {
  return (
    <svg
      className="offline-landscape"
      viewBox="0 0 1200 240"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle fill="var(--gate-star)" cx="700" cy="92" r="56" />
      <path fill="var(--gate-hill-far)" d="M0 150C200 110 380 130 560 152S920 120 1200 150V240H0Z" />
      <path fill="var(--gate-hill-middle)" d="M0 200C260 160 460 180 700 200S1040 176 1200 190V240H0Z" />
    </svg>
  )
}

function KeptCatalogue({ products }: { products: readonly Product[] }) {
  return (
    <section className="offline-catalogue" aria-labelledby="guardado">
      <h2 id="guardado">Catálogo guardado</h2>
      <p>Se muestra lo último guardado. Los precios vuelven con la conexión.</p>
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            <details id={`producto-${product.id}`}>
              <summary>
                <b>{product.name}</b>{' '}
                {[TYPE_BADGE[product.type], product.thc && `THC ${product.thc}`].filter(Boolean).join(' · ')}
              </summary>
              {product.genotype && <p className="offline-genotype">{product.genotype}</p>}
              <p>{product.description}</p>
              <dl>
                {specifications(product).map(({ name, value }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

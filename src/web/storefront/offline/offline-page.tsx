import { renderToStaticMarkup } from 'react-dom/server'
import { reloadOnline } from 'virtual:early-scripts'
import { tokenRules } from '../../../contract/settings/look.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import base from '../../styles/base.css?inline'
import tokens from '../../styles/tokens.css?inline'
import button from '../../ui/button.css?inline'
import wordmark from '../shell/wordmark.css?inline'
import { SproutMark } from '../shell/wordmark.tsx'
import own from './offline-page.css?inline'
import { LOCALE } from '../../../contract/place.ts'

/** Inline, as nothing else can be loaded offline. */
const STYLE = [tokens, base, button, wordmark, own].join('')
export const offlineScript = reloadOnline

/** The offline page cached by the service worker: one file with the shop's name and colours. */
export function offlineDocument(shop: PublicSettings): { text: string; style: string } {
  const shopName = shop.shop_name
  // No logo, as it would have to be loaded.
  const style = STYLE + tokenRules(shop) + (shop.logo === null ? '' : '.sprout-mark{display:none}')
  const text =
    `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    `${renderToStaticMarkup(<OfflineTitle shopName={shopName} />)}<style>${style}</style></head><body>` +
    `${renderToStaticMarkup(<OfflinePage shopName={shopName} />)}<script>${offlineScript}</script></body></html>`
  return { text, style }
}

function OfflineTitle({ shopName }: { shopName: string }) {
  return <title>{`Sin conexión · ${shopName}`}</title>
}

function OfflinePage({ shopName }: { shopName: string }) {
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
      <main className="offline-page page">
        <SproutMark />
        <h1>Sin conexión</h1>
        <p>No pudimos abrir esta página. Revisá tu conexión y probá otra vez: el carrito sigue guardado.</p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address of this page, whatever it is */}
        <a className="button primary" href="">
          Reintentar
        </a>
      </main>
    </>
  )
}

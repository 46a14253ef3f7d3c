import type { CSSProperties, ReactNode } from 'react'
import { logoSize, nightOf, paletteOf, type Scheme, TEXTS } from '../../../contract/settings/look.ts'
import { type IdentityDraft, readableLook } from './identity-draft.ts'

/** Header, card, mail and age gate with the unsaved values; not interactive. */
export function IdentityPreview({ values }: { values: IdentityDraft }) {
  return (
    <section className="identity-preview stack-3" aria-labelledby="identity-preview-title">
      <h2 id="identity-preview-title">Vista previa</h2>
      <PageScene values={values} scheme="light" />
      <PageScene values={values} scheme="dark" />
      <Scene values={values} caption="Mail">
        <div className="identity-mail">
          <p className="identity-mail-head">
            {values.logo && <img className="identity-mail-logo" src={values.logo} alt="" />}
            <span>{nameOf(values)}</span>
          </p>
          <p className="identity-mail-text">Recibimos tu pedido #12</p>
        </div>
      </Scene>
      <Scene values={values} caption="Control de edad">
        <div className="identity-gate stack-2" style={gateStyle(values)}>
          {values.logo && <img className="identity-gate-logo" src={values.logo} alt="" />}
          <p className="identity-gate-name">{nameOf(values).toUpperCase()}</p>
          <p>Solo para mayores de 18 años</p>
        </div>
      </Scene>
    </section>
  )
}

interface SceneProps {
  values: IdentityDraft
  scheme?: Scheme
  caption: string
  children: ReactNode
}

function Scene({ values, scheme = 'light', caption, children }: SceneProps) {
  return (
    <figure className="identity-scene" style={styleOf(values, scheme)}>
      <figcaption>{caption}</figcaption>
      {children}
    </figure>
  )
}

function PageScene({ values, scheme }: { values: IdentityDraft; scheme: Scheme }) {
  return (
    <Scene values={values} scheme={scheme} caption={scheme === 'light' ? 'Claro' : 'Oscuro'}>
      <div className="identity-scene-page stack-2">
        <SceneHead values={values} />
        {values.tagline && <p className="identity-scene-tagline">{values.tagline}</p>}
        <div className="identity-scene-card stack-2">
          <p className="identity-scene-title">Variedad de muestra</p>
          <p className="identity-scene-text">Fotoperiódica, de interior y exterior.</p>
          <span className="identity-scene-button">Ver producto</span>
        </div>
      </div>
    </Scene>
  )
}

/** A wide logo includes the name, as on the site. */
function SceneHead({ values }: { values: IdentityDraft }) {
  const size = values.logo === null ? undefined : logoSize(values.logo)
  return (
    <p className="identity-scene-header">
      {values.logo && <img className="identity-scene-logo" src={values.logo} alt="" />}
      {(!size || size.width <= 2 * size.height) && <span>{nameOf(values).toUpperCase()}</span>}
    </p>
  )
}

function nameOf({ shop_name }: IdentityDraft): string {
  return shop_name.trim() || 'Nombre de la tienda'
}

/** Set directly, as --font-display has the saved font. */
const FAMILY = { display: "'Archivo Display', sans-serif", ui: 'var(--font-ui)', serif: 'var(--font-serif)' }

/** Set by script, as the policy forbids `style` attributes; the page itself keeps the saved theme. */
function styleOf(values: IdentityDraft, scheme: Scheme): CSSProperties {
  const look = readableLook(values)
  const palette = paletteOf(look, scheme)
  return {
    '--scene-accent': palette.primary,
    '--scene-on-accent': palette['on-primary'],
    '--scene-ground': palette.bg,
    '--scene-surface': palette.surface,
    '--scene-line': palette.line,
    '--scene-text': TEXTS[scheme][0],
    '--scene-muted': TEXTS[scheme][1],
    '--scene-night': nightOf(look),
    '--scene-font': FAMILY[values.heading_font],
  } as CSSProperties // safe: variables of identity-page.css
}

/** As on a wide screen, with the text on the dark side. */
function gateStyle({ gate_picture }: IdentityDraft): CSSProperties | undefined {
  if (gate_picture === null) return undefined
  const night = 'linear-gradient(90deg, var(--scene-night) 45%, transparent 90%)'
  return { backgroundImage: `${night}, url(${gate_picture})` }
}

import { useState } from 'react'
import { cardDescription } from './brand-words.ts'
import { OriginBadge } from './brand-parts.tsx'
import { hardlySeenOn, pixelsOf } from './logo-contrast.ts'
import './brand-preview.css'

/** A logo on the light and on the dark surface of the shop, with a warning when it is hardly visible on one of them. */
export function LogoPreview({ src }: { src: string | null }) {
  const [weak, setWeak] = useState<{ src: string; on: string[] }>()
  if (!src) return null
  const look = (image: HTMLImageElement) => {
    const pixels = pixelsOf(image)
    setWeak({ src, on: pixels ? hardlySeenOn(pixels) : [] })
  }
  const on = weak?.src === src ? weak.on : []
  return (
    <div className="logo-preview">
      <figure className="logo-frame light">
        <img src={src} alt="" onLoad={({ currentTarget }) => look(currentTarget)} />
        <figcaption>Sobre claro</figcaption>
      </figure>
      <figure className="logo-frame dark">
        <img src={src} alt="" />
        <figcaption>Sobre oscuro</figcaption>
      </figure>
      <output className="picture-warning">
        {on.length > 0 && `El logo casi no se ve sobre fondo ${on.join(' ni ')}.`}
      </output>
    </div>
  )
}

interface BankPreviewProps {
  brand_name: string
  description: string
  is_national: boolean
  image: string | null
}

/** The card of the list, with the unsaved values. */
export function BankPreview({ brand_name, description, is_national, image }: BankPreviewProps) {
  return (
    <section className="bank-preview" aria-labelledby="bank-preview-title">
      <h2 id="bank-preview-title">Vista previa</h2>
      <div className="surface brand-card">
        {image ? (
          <img className="brand-logo" src={image} alt="" width={96} height={96} />
        ) : (
          <span className="brand-logo brand-logo-none" />
        )}
        <div className="brand-card-words">
          <p className="brand-card-name">{brand_name.trim() || 'Nombre del banco'}</p>
          <OriginBadge isNational={is_national} />
          <p>{cardDescription(description)}</p>
        </div>
      </div>
    </section>
  )
}

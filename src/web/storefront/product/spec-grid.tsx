import type { Product } from '../../../contract/catalog/catalog.ts'
import { proportions, specifications } from '../product-card/product-facts.ts'
import './spec-grid.css'

/** The specifications of a variety that are known. */
export function SpecGrid({ product }: { product: Product }) {
  const rows = specifications(product)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="ficha">
      <h2 id="ficha" className="visually-hidden">
        Ficha técnica
      </h2>
      <dl className="spec-grid">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Shares of indica and sativa, as text and as a bar. An SVG, as the page's policy refuses `style` attributes. */
export function ProportionBar({ product }: { product: Product }) {
  const shares = proportions(product)
  if (!shares) return null
  const total = Math.max(1, shares.indica + shares.sativa)
  const indica = (shares.indica / total) * 100
  return (
    <div className="proportion-bar">
      <p>
        <span>Indica {shares.indica} %</span>
        <span className="visually-hidden"> · </span>
        <span>Sativa {shares.sativa} %</span>
      </p>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className="proportion-bar-indica" x="0" y="0" width={indica} height="10" />
        <rect className="proportion-bar-sativa" x={indica} y="0" width={100 - indica} height="10" />
      </svg>
    </div>
  )
}

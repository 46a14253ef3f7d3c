import type { Product } from '../../contract/catalog.ts'
import { proportions, specifications } from './product-facts.ts'

/** What is known of a strain; what is not has no row. */
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

/** Indica and sativa as a bar, and the same in words. Drawn as SVG: pages carry no `style` attributes. */
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

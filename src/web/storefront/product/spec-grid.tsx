import type { Product } from '../../../contract/catalog/catalog.ts'
import { SPECIFICATION_LABEL } from '../../../contract/catalog/specifications.ts'
import { proportions, specifications } from '../product-card/product-facts.ts'
import './product-page.css'

/** The first that is known of each. */
const BIG = [['thc'], ['flowering_time'], ['height_indoor', 'height_outdoor'], ['sowing']] as const

/** The facts that decide, in large numerals, and the shares of indica and sativa. */
export function BigFacts({ product }: { product: Product }) {
  return (
    <>
      <dl className="big-facts">
        {BIG.map((fields) => {
          const field = fields.find((name) => product[name])
          if (!field) return null
          const [number, unit] = inNumerals(product[field])
          return (
            <div key={field}>
              <dt>{SPECIFICATION_LABEL[field]}</dt>
              <dd>
                <b>{number}</b> {unit}
              </dd>
            </div>
          )
        })}
      </dl>
      <ProportionBar product={product} />
    </>
  )
}

/** '90 a 120 cm' as '90–120' and 'cm', 'Septiembre a enero' as 'Sep–ene' and ''. */
function inNumerals(text: string): [string, string] {
  const short = text.replace(' a ', '–')
  const [number = ''] = /^[\d.,–-]+/.exec(short) ?? []
  return number ? [number, short.slice(number.length)] : [short.replaceAll(/(\p{L}{3})\p{L}+/gu, '$1'), '']
}

/** Everything that is known of a variety, folded. */
export function SpecGrid({ product }: { product: Product }) {
  const rows = specifications(product)
  if (rows.length === 0) return null
  return (
    <details className="spec-fold">
      <summary>Ficha técnica completa</summary>
      <dl className="spec-grid">
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Shares of indica and sativa, as text and as a bar. An SVG, as the page's policy refuses `style` attributes. */
function ProportionBar({ product }: { product: Product }) {
  const shares = proportions(product)
  if (!shares) return null
  const total = Math.max(1, shares.indica + shares.sativa)
  const indica = (shares.indica / total) * 100
  return (
    <div className="proportion-bar">
      <p>
        <span>Índica {shares.indica} %</span>
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

import type { Product } from '../../../contract/catalog.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { type Flag, FLAGS, type ProductFlags } from './use-product-flags.ts'

interface SwitchProps {
  product: Product
  flag: Flag
  label: string
  flags: ProductFlags
  /** In a table the column says it. */
  bare?: boolean
}

export function FlagSwitch({ product, flag, label, flags, bare = false }: SwitchProps) {
  const isBusy = flags.isBusy(product.id, flag)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={product[flag]}
      aria-label={`${label}, ${product.name}`}
      aria-disabled={isBusy || undefined}
      className={`admin-switch ${bare ? 'admin-switch-bare' : ''}`}
      onClick={() => flags.flip(product, flag)}
    >
      <span className="admin-switch-track" aria-hidden="true" />
      {!bare && <span>{label}</span>}
    </button>
  )
}

/** The three of a card, with what went wrong below them. */
export function ProductSwitches({ product, flags }: { product: Product; flags: ProductFlags }) {
  return (
    <div className="admin-product-switches">
      {FLAGS.map(({ flag, label }) => (
        <FlagSwitch key={flag} {...{ product, flag, label, flags }} />
      ))}
      <FlagProblem product={product} flags={flags} />
    </div>
  )
}

export function FlagProblem({ product, flags }: { product: Product; flags: ProductFlags }) {
  const problem = flags.problemOf(product.id)
  return problem === undefined ? null : <FieldError>{problem}</FieldError>
}

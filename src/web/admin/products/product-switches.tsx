import type { Product } from '../../../contract/catalog/catalog.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { Switch } from '../shell/switch.tsx'
import { type Flag, FLAGS, type ProductFlags } from './use-product-flags.ts'
import { ProblemText } from '../kit/problem.tsx'
import { useMay } from '../shell/rights.tsx'

interface SwitchProps {
  product: Product
  flag: Flag
  label: string
  flags: ProductFlags
  /** Without a label, which is in the table's column. */
  bare?: boolean
}

export function FlagSwitch({ product, flag, label, flags, bare = false }: SwitchProps) {
  const may = useMay()
  const isBusy = flags.isBusy(product.id, flag)
  return (
    <Switch
      isOn={product[flag]}
      text={bare ? undefined : label}
      className={bare ? 'admin-switch-bare' : undefined}
      aria-label={`${label}, ${product.name}`}
      disabled={!may('everything')}
      aria-disabled={isBusy || undefined}
      onClick={() => flags.flip(product, flag)}
    />
  )
}

/** The three switches of a card, with their errors below. */
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
  return (
    problem && (
      <FieldError>
        <ProblemText {...problem} />
      </FieldError>
    )
  )
}

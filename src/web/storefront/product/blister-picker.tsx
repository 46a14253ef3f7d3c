import { canBePriced, shortName } from '../../../contract/catalog/presentations.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { Check } from 'lucide-react'
import type { Blister } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import { useSession } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isPriced } from '../product-card/is-priced.ts'
import { Original } from '../product-card/original-price.tsx'
import { formatNumber } from '../../../contract/place.ts'
import './product-page.css'

interface BlisterPickerProps {
  type: ProductType
  blisters: readonly Blister[]
  chosen: Blister | undefined
  choose: (blister: Blister) => void
}

/** Native radios styled as cards, in the order of the shop's answer. Sold-out presentations take the focus and are read, but cannot be chosen. */
export function BlisterPicker({ type, blisters, chosen, choose }: BlisterPickerProps) {
  return (
    <fieldset className="blister-picker" data-keep-clear="">
      <legend>{type === 'merch' ? 'Talle' : 'Presentación'}</legend>
      <div className="blister-picker-cards">
        {blisters.map((blister) => (
          <BlisterCard key={blister.id} {...{ type, blister, choose }} isChosen={blister === chosen} />
        ))}
      </div>
    </fieldset>
  )
}

interface BlisterCardProps extends Pick<BlisterPickerProps, 'type' | 'choose'> {
  blister: Blister
  isChosen: boolean
}

function BlisterCard({ type, blister, isChosen, choose }: BlisterCardProps) {
  const isSignedIn = useSession() !== null
  const isSoldOut = blister.stock === 0
  return (
    <label className={`blister-card${isSoldOut ? ' is-sold-out' : ''}`}>
      <input
        type="radio"
        name="blister-choice"
        className="blister-card-radio"
        value={blister.id}
        aria-label={spokenName(type, blister, isSignedIn)}
        aria-disabled={isSoldOut || undefined}
        checked={isChosen}
        onClick={(event) => isSoldOut && !isChosen && event.preventDefault()}
        onChange={() => !isSoldOut && choose(blister)}
      />
      <Check className="blister-card-check" aria-hidden="true" size={16} strokeWidth={3} />
      <span className="blister-card-name">
        <span className="blister-card-count">{shortName(type, blister)}</span>{' '}
        <span className="blister-card-seeds">{type !== 'merch' && 'SEMILLAS'}</span>
      </span>
      <span className="blister-card-price">
        <BlisterPrice blister={blister} isSignedIn={isSignedIn} />
      </span>
    </label>
  )
}

/** Shows where to choose: the focus is on the first presentation that can be. */
export function focusChoice(): void {
  document
    .querySelector<HTMLElement>('.blister-card-radio:not([aria-disabled])')
    ?.focus({ focusVisible: true })
}

function BlisterPrice({ blister, isSignedIn }: { blister: Blister; isSignedIn: boolean }) {
  if (blister.stock === 0) return 'Sin stock'
  if (!isSignedIn) return 'Disponible'
  if (!isPriced(blister)) return <Skeleton className="blister-card-skeleton" />
  if (!canBePriced(blister)) return 'Sin precio'
  return (
    <>
      <span>{formatPesos(blister.final_price)}</span>
      {blister.discount > 0 && <Original price={blister.price} />}
    </>
  )
}

/** '5 semillas, 31.000 pesos' or 'XL, 24.500 pesos' */
function spokenName(type: ProductType, blister: Blister, isSignedIn: boolean): string {
  const seeds = blister.seed_count === 1 ? '1 semilla' : `${blister.seed_count} semillas`
  const kind = type === 'merch' ? blister.size : seeds
  if (blister.stock === 0) return `${kind}, sin stock`
  if (!isSignedIn || !isPriced(blister) || !canBePriced(blister)) return kind
  return `${kind}, ${spokenPesos(blister.final_price)}${blister.discount > 0 ? `, antes ${spokenPesos(blister.price)}` : ''}`
}

function spokenPesos(pesos: number): string {
  return `${formatNumber(pesos, { most: 2 })} pesos`
}

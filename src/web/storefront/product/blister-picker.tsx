import { canBePriced } from '../../../contract/catalog/presentations.ts'
import { Check } from 'lucide-react'
import type { Blister } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import { useSession } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isPriced } from '../product-card/card-price.ts'
import { Original } from '../product-card/price-slot.tsx'
import { formatNumber } from '../../../contract/place.ts'
import './blister-picker.css'

interface BlisterPickerProps {
  blisters: readonly Blister[]
  chosen: Blister
  choose: (blister: Blister) => void
}

/** Native radios styled as cards. Sold-out presentations take the focus and are read, but cannot be chosen. */
export function BlisterPicker({ blisters, chosen, choose }: BlisterPickerProps) {
  const smallestFirst = blisters.toSorted((a, b) => a.seed_count - b.seed_count || a.id - b.id)
  return (
    <fieldset className="blister-picker" data-keep-clear="">
      <legend>Presentación</legend>
      <div className="blister-picker-cards">
        {smallestFirst.map((blister) => (
          <BlisterCard
            key={blister.id}
            blister={blister}
            isChosen={blister.id === chosen.id}
            choose={choose}
          />
        ))}
      </div>
    </fieldset>
  )
}

function BlisterCard({
  blister,
  isChosen,
  choose,
}: {
  blister: Blister
  isChosen: boolean
  choose: (blister: Blister) => void
}) {
  const isSignedIn = useSession() !== null
  const isSoldOut = blister.stock === 0
  return (
    <label className={`blister-card${isSoldOut ? ' is-sold-out' : ''}`}>
      <input
        type="radio"
        name="blister-choice"
        className="blister-card-radio"
        value={blister.id}
        aria-label={spokenName(blister, isSignedIn)}
        aria-disabled={isSoldOut || undefined}
        checked={isChosen}
        onClick={(event) => isSoldOut && !isChosen && event.preventDefault()}
        onChange={() => !isSoldOut && choose(blister)}
      />
      <Check className="blister-card-check" aria-hidden="true" size={16} strokeWidth={3} />
      <span className="blister-card-name">
        <span className="blister-card-count">X{blister.seed_count}</span>{' '}
        <span className="blister-card-seeds">SEMILLAS</span>
      </span>
      <span className="blister-card-price">
        <BlisterPrice blister={blister} isSignedIn={isSignedIn} />
      </span>
    </label>
  )
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

/** '5 semillas, 31.000 pesos' */
function spokenName(blister: Blister, isSignedIn: boolean): string {
  const seeds = blister.seed_count === 1 ? '1 semilla' : `${blister.seed_count} semillas`
  if (blister.stock === 0) return `${seeds}, sin stock`
  if (!isSignedIn || !isPriced(blister) || !canBePriced(blister)) return seeds
  return `${seeds}, ${spokenPesos(blister.final_price)}${blister.discount > 0 ? `, antes ${spokenPesos(blister.price)}` : ''}`
}

function spokenPesos(pesos: number): string {
  return `${formatNumber(pesos, { most: 2 })} pesos`
}

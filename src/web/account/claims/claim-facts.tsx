import { Fact } from '../../shop/fact.tsx'
import { formatCalendarDay } from '../../shop/dates.ts'
import { isChosen, type Photos } from './claim-photos.ts'
import type { ClaimFields } from './claim-rules.ts'
import { SLOTS } from './photo-slots.tsx'

interface ClaimFactsProps {
  claim: ClaimFields
  photos: Photos
  /** Without missing fields. */
  brief?: boolean
}

/** Summary of the claim so far, to check before sending. */
export function ClaimFacts({ claim, photos, brief = false }: ClaimFactsProps) {
  const named = SLOTS.filter((_, slot) => isChosen(photos[slot])).map(({ name }) => name)
  const facts: [string, string][] = [
    [
      'Compra',
      claim.type === 'without-order' ? 'Sin pedido' : claim.order ? `Pedido #${claim.order.id}` : '',
    ],
    ['Fecha de compra', claim.purchaseDate && formatCalendarDay(claim.purchaseDate)],
    ['Nombre', claim.name],
    ['Email', claim.email],
    ['Producto', claim.productName],
    ['Fecha de germinación', claim.germinationDate && formatCalendarDay(claim.germinationDate)],
    ['Descripción', claim.description],
    ['Fotos', named.join(', ')],
  ]
  const shown = brief ? facts.filter(([, text]) => text.trim() !== '') : facts
  return (
    <dl className="claim-facts facts stack-2">
      {shown.map(([name, text]) => (
        <Fact key={name} name={name}>
          {text.trim() === '' ? <span className="claim-facts-none">Falta</span> : text}
        </Fact>
      ))}
    </dl>
  )
}

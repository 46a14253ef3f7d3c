import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { DESCRIPTION_LENGTH } from '../../../contract/limits.ts'
import { formatCalendarDay } from '../../shop/dates.ts'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { type ClaimFields, claimRequest } from './claim-rules.ts'
import type { WrittenClaim } from './use-claim.ts'
import { Fact } from '../../shop/fact.tsx'
import { isChosen, type Photos, addressesOf } from './claim-photos.ts'
import { SLOTS, PhotoSlots } from './photo-slots.tsx'

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

/** What happened, when, and the photos that show it. */
export function DetailsStep({ form }: { form: WrittenClaim }) {
  const { claim, errors, today } = form
  return (
    <>
      <TextAreaField
        label="Descripción"
        hint={
          <>
            Cuántas semillas, qué se hizo y qué se vio.{' '}
            <span className="mono">
              {claim.description.length}/{DESCRIPTION_LENGTH}
            </span>
          </>
        }
        rows={5}
        maxLength={DESCRIPTION_LENGTH}
        {...form.field('description')}
      />
      <Field
        className="claim-date"
        label="Fecha de germinación"
        hint="El día en que viste que no germinaban"
        type="date"
        min={claim.purchaseDate}
        max={today}
        {...form.field('germination_date')}
      />
      <PhotoSlots
        owner={form.owner}
        photos={form.photos}
        errors={errors}
        onChange={() => form.change({ photos: undefined })}
      />
      {/* The complete claim, to check before sending. */}
      <details className="claim-check surface">
        <summary>
          Datos que se enviarán
          <ChevronDown aria-hidden="true" size={20} />
        </summary>
        <ClaimFacts claim={claim} photos={form.photos} />
        <RawClaim form={form} />
      </details>
    </>
  )
}

/** For developers: `?debug=1`, never in a production build. */
function RawClaim({ form }: { form: WrittenClaim }) {
  const [search] = useSearchParams()
  if (!import.meta.env.DEV || search.get('debug') !== '1') return null
  const body = claimRequest(form.claim, addressesOf(form.photos), form.owner !== null)
  return <pre className="claim-raw">{JSON.stringify(body, null, 2)}</pre>
}

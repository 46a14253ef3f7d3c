import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { DESCRIPTION_LENGTH } from '../../../contract/limits.ts'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { addressesOf } from './claim-photos.ts'
import { claimRequest } from './claim-rules.ts'
import { PhotoSlots } from './photo-slots.tsx'
import type { WrittenClaim } from './use-claim.ts'

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
      <Check form={form} />
    </>
  )
}

/** The complete claim, to check before sending. */
function Check({ form }: { form: WrittenClaim }) {
  return (
    <details className="claim-check surface">
      <summary>
        Datos que se enviarán
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      <ClaimFacts claim={form.claim} photos={form.photos} />
      <RawClaim form={form} />
    </details>
  )
}

/** For developers: `?debug=1`, never in a production build. */
function RawClaim({ form }: { form: WrittenClaim }) {
  const [search] = useSearchParams()
  if (!import.meta.env.DEV || search.get('debug') !== '1') return null
  const body = claimRequest(form.claim, addressesOf(form.photos), form.owner !== null)
  return <pre className="claim-raw">{JSON.stringify(body, null, 2)}</pre>
}

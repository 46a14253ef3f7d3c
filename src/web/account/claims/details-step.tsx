import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { DESCRIPTION_LENGTH } from '../../../contract/limits.ts'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { ClaimFacts } from './claim-facts.tsx'
import { addressesOf } from './claim-photos.ts'
import { CLAIM_IDS, type ClaimErrors, claimRequest } from './claim-rules.ts'
import { PhotoSlots } from './photo-slots.tsx'
import type { WrittenClaim } from './use-claim.ts'

interface DetailsStepProps {
  form: WrittenClaim
  errors: ClaimErrors
}

/** What happened, when, and the photos that show it. */
export function DetailsStep({ form, errors }: DetailsStepProps) {
  const { claim, change, left, today } = form
  return (
    <>
      <TextAreaField
        id={CLAIM_IDS.description}
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
        value={claim.description}
        error={errors.description}
        onChange={(event) => change({ description: event.target.value })}
        onBlur={() => left('description')}
      />
      <Field
        id={CLAIM_IDS.germination_date}
        className="claim-date"
        label="Fecha de germinación"
        hint="El día en que se vio que no germinaban"
        type="date"
        min={claim.purchaseDate}
        max={today}
        value={claim.germinationDate}
        error={errors.germination_date}
        onChange={(event) => change({ germinationDate: event.target.value })}
        onBlur={() => left('germination_date')}
      />
      <PhotoSlots owner={form.owner} photos={form.photos} errors={errors} onChange={() => form.refuse({})} />
      <details className="claim-check">
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

/** For who works on the shop: `?debug=1`, never in what is built for the public. */
function RawClaim({ form }: { form: WrittenClaim }) {
  const [search] = useSearchParams()
  if (!import.meta.env.DEV || search.get('debug') !== '1') return null
  const body = claimRequest(form.claim, addressesOf(form.photos), form.owner !== null)
  return <pre className="claim-raw">{JSON.stringify(body, null, 2)}</pre>
}

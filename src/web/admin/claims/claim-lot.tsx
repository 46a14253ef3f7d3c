import { useQuery } from '@tanstack/react-query'
import { LOT_FIELD_NAMES } from '../../../contract/catalog/lot-rules.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { lotsOfProduct } from '../lots/lots-query.ts'
import type { ClaimDecisionForm } from './use-claim-decision.ts'

interface ClaimLotProps {
  claim: Claim
  form: ClaimDecisionForm
}

/** The lot of the claimed seeds and their counts; only for products with lots. */
export function ClaimLot({ claim, form }: ClaimLotProps) {
  const { data: lots = [] } = useQuery(lotsOfProduct(claim.product_id))
  const { lot_id: known, lot, order_lot: ordered } = claim
  // The lot may be beyond the first page of its product.
  const isListed = lots.some(({ id }) => id === known)
  if (lots.length === 0 && !known) return null
  return (
    <>
      <SelectField
        label="Lote"
        optional
        hint={ordered ? `El pedido se preparó del lote ${ordered.code}` : undefined}
        {...form.field('lot_id')}
      >
        <option value="">Sin anotar</option>
        {known && !isListed && <option value={known}>{lot}</option>}
        {lots.map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </SelectField>
      <Field
        label={LOT_FIELD_NAMES.seeds_sown}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...form.field('seeds_sown')}
      />
      <Field
        label={LOT_FIELD_NAMES.seeds_failed}
        optional
        hint="Cuentan para el lote cuando el reclamo se aprueba"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('seeds_failed')}
      />
    </>
  )
}

import { useState } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { NO_PRICE_CHANGES } from '../../../contract/catalog/price-rule.ts'
import type { PreviewRow } from '../../../contract/catalog/price-runs.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { counted } from '../kit/counted.ts'
import { type PlainColumn, PlainTable } from '../kit/data-table.tsx'
import { CheckField } from '../shell/check-field.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ruleOf } from './price-draft.ts'
import { againstText, againstWay, applyText, sumsText } from './price-words.ts'
import type { PriceForm } from './use-price-form.ts'
import { formatNumber } from '../../../contract/place.ts'

/** Thousands of rows would block the page for seconds. */
const SHOWN = 100

/** Prices before and after, and the button that applies them. */
export function PricePreview({ form }: { form: PriceForm }) {
  const { preview, shown } = form
  const isComplete = ruleOf(form.values) !== undefined
  const data = isComplete ? preview.data : undefined
  return (
    <section className="price-preview" aria-labelledby="price-preview" aria-busy={isComplete && !shown}>
      <h2 id="price-preview">Vista previa</h2>
      {!isComplete && (
        <p className="price-none">
          Con un porcentaje, un importe o un descuento se ve acá cada precio, antes y después.
        </p>
      )}
      {isComplete && preview.isError && (
        <ErrorPanel title={preview.error.message} onRetry={() => void preview.refetch()} />
      )}
      {data?.rows.length === 0 && <p className="price-none">{NO_PRICE_CHANGES}</p>}
      {data && data.against > 0 && <AgainstCheck form={form} count={data.against} />}
      {data && data.rows.length > 0 && !preview.isError && (
        <Rows rows={data.rows} isOld={!shown} isAll={form.values.against} />
      )}
    </section>
  )
}

/** Prices against the rule stay as they are unless this is checked. */
function AgainstCheck({ form: { values, change }, count }: { form: PriceForm; count: number }) {
  const way = againstWay(values)
  const others = counted(count, `presentación que ${way.one}`, `presentaciones que ${way.many}`)
  return (
    <CheckField
      id="price-against-hint"
      label={`Cambiar también ${others}`}
      hint="Sin marcarlo quedan como están: con esta regla su precio va para el otro lado."
      checked={values.against}
      onChange={(against) => change({ against })}
    />
  )
}

/** Sticks below the form. */
export function ApplyBar({ form }: { form: PriceForm }) {
  const { shown } = form
  const count = shown?.count ?? 0
  // What is missing or wrong is said when it is pressed.
  const isComplete = ruleOf(form.values) !== undefined
  const changed = shown?.rows.filter(({ is_against: isAgainst }) => form.values.against || !isAgainst) ?? []
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="strong">
        {shown && count > 0 ? sumsText(count, shown.sum_old, shown.sum_new) : 'Nada para cambiar'}
      </output>
      <div className="save-bar-actions">
        <BusyButton
          busy={form.isBusy}
          busyText="Cambiando…"
          type="submit"
          disabled={isComplete && count === 0}
        >
          {shown && count > 0 ? applyText(changed, form.values.when) : 'Aplicar'}
        </BusyButton>
      </div>
    </div>
  )
}

function Rows({ rows, isOld, isAll }: { rows: PreviewRow[]; isOld: boolean; isAll: boolean }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? rows : rows.slice(0, SHOWN)
  const isLeftOut = (row: PreviewRow) => row.is_against && !isAll
  const columns: PlainColumn<PreviewRow>[] = [
    {
      name: 'Presentación',
      render: (row) => (
        <>
          <span>{presentationTitle(row)}</span>
          {row.is_against && <span className="price-against">{againstText(row, isLeftOut(row))}</span>}
        </>
      ),
    },
    // If only the discount changes, final prices are compared.
    {
      name: 'Antes',
      kind: 'number',
      render: (row) => formatPesos(row.old === row.new ? row.final_old : row.old),
    },
    {
      name: 'Después',
      kind: 'number',
      render: (row) => <strong>{formatPesos(row.old === row.new ? row.final_new : row.new)}</strong>,
    },
    {
      name: 'Precio final',
      label: 'Final',
      kind: 'number',
      render: ({ final_new, discount_new: discount }) =>
        `${formatPesos(final_new)}${discount > 0 ? ` (−${formatNumber(discount)}\u00A0%)` : ''}`,
    },
  ]
  return (
    <>
      <PlainTable
        className="price-rows"
        data-old={isOld || undefined}
        caption="Precios antes y después"
        columns={columns}
        rows={shown}
        keyOf={({ blister_id: id }) => id}
        rowProps={(row) => ({ className: isLeftOut(row) ? 'price-left-out' : undefined })}
      />
      {shown.length < rows.length && (
        <button type="button" className="button secondary" onClick={() => setShowsAll(true)}>
          {`Mostrar las ${formatNumber(rows.length)}`}
        </button>
      )}
    </>
  )
}

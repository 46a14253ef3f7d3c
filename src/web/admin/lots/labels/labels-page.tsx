import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { labelCountError, MOST_LABELS } from '../../../../contract/catalog/lot-rules.ts'
import { presentationName } from '../../../../contract/catalog/presentations.ts'
import type { AdminLotSearch } from '../../../app/admin-paths.ts'
import { TabTitle } from '../../../app/page-head.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { PAPERS, PrintChoice, PrintChoices, PrintSheets } from '../../print/print-choices.tsx'
import { parseAmount } from '../../../../contract/amounts.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import type { Lot } from '../lots-query.ts'
import { LabelSheets } from './label-sheets.tsx'
import { type LabelWish, readLabelWish } from './label-address.ts'

/** Labels for the packs of a lot: on sheets to cut, or on a roll. */
export function LabelsPage({ lot }: { lot: Lot }) {
  const [params] = useSearchParams()
  const wish = readLabelWish(params, lot)
  const admin = useAdminPath()
  return (
    <div className="print-page stack-3">
      <TabTitle>{`Etiquetas del lote ${lot.code}`}</TabTitle>
      <BackLink to={admin.lot(lot.id)}>Volver al lote</BackLink>
      <h1 tabIndex={-1}>{`Etiquetas del lote ${lot.code}`}</h1>
      {!lot.is_public && (
        <p>
          Salen sin código QR: la página del lote no se ve. Para mostrarla, editá el lote y marcá «Se ve con
          el QR».
        </p>
      )}
      <Choices lot={lot} wish={wish} />
      <PrintSheets paper={wish.paper}>
        <LabelSheets lot={lot} wish={wish} />
      </PrintSheets>
    </div>
  )
}

/** Print options, stored in the address. */
function Choices({ lot, wish }: { lot: Lot; wish: LabelWish }) {
  const navigate = useNavigate()
  const admin = useAdminPath()
  const usual = { ver: 'etiquetas', presentacion: wish.units?.blister_id, cantidad: wish.count } as const
  const choose = (more: AdminLotSearch) =>
    void navigate(admin.lot(lot.id, { ...usual, papel: wish.paper, ...more }), {
      replace: true,
      preventScrollReset: true,
    })
  const names = lot.units.map(({ blister_id, ...kind }) => [blister_id, presentationName(lot.type, kind)])
  return (
    <PrintChoices isReady>
      {lot.type !== 'merch' && (
        <PrintChoice<string>
          label="Presentación"
          options={Object.fromEntries(names)}
          value={String(wish.units?.blister_id)}
          onChoose={(id) => choose({ presentacion: Number(id), cantidad: undefined })}
        />
      )}
      <CountField
        key={wish.units?.blister_id}
        count={wish.count}
        onCount={(cantidad) => choose({ cantidad })}
      />
      <PrintChoice
        label="Papel"
        options={PAPERS}
        value={wish.paper}
        onChoose={(papel) => choose({ papel })}
      />
    </PrintChoices>
  )
}

/** The sheets follow valid input. */
function CountField({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  const [typed, setTyped] = useState(String(count))
  const type = (text: string) => {
    setTyped(text)
    const now = parseAmount(text)
    if (now !== undefined && !labelCountError(now)) onCount(now)
  }
  return (
    <Field
      label="Cantidad"
      hint={`Hasta ${MOST_LABELS}`}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={labelCountError(parseAmount(typed))}
      onChange={(event) => type(event.target.value)}
    />
  )
}

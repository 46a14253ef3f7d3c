import { useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { germinationPercent } from '../../../contract/catalog/germination.ts'
import { labelCountError, MOST_LABELS } from '../../../contract/catalog/lot-rules.ts'
import { presentationName } from '../../../contract/catalog/presentations.ts'
import { dayInNumbers } from '../../../contract/place.ts'
import type { AdminLotSearch } from '../../app/admin-paths.ts'
import { SiteOrigin, TabTitle } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { Field } from '../../ui/form/field.tsx'
import { PAPERS, PrintChoice, PrintChoices, PrintSheets, QrCode } from '../print/print-choices.tsx'
import { parseAmount } from '../../../contract/amounts.ts'
import { BackLink } from '../shell/back-link.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import type { Lot } from './lots-query.ts'
import { type LabelWish, lastTest, readLabelWish } from './lot-words.ts'
import './labels.css'

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

/** Three columns of six. */
const OF_A_SHEET = 18

/** The labels on paper. Screen readers get only the first one, as the others are copies. */
function LabelSheets({ lot, wish: { units, count, paper } }: { lot: Lot; wish: LabelWish }) {
  const ofSheet = paper === '80' ? 1 : OF_A_SHEET
  return placesOf(Math.ceil(count / ofSheet)).map((at) => (
    <section
      key={at}
      className="print-sheet label-sheet"
      data-sheet={at}
      aria-label="Etiquetas"
      aria-hidden={at > 0 || undefined}
    >
      {placesOf(Math.min(ofSheet, count - at * ofSheet)).map((place) => (
        <div key={place} className="label" aria-hidden={place > 0 || undefined}>
          <Label lot={lot} seeds={units?.seed_count} />
        </div>
      ))}
    </section>
  ))
}

function placesOf(count: number): number[] {
  return [...Array(count).keys()]
}

/** A label: seed data without prices or personal data. */
function Label({ lot, seeds }: { lot: Lot; seeds: number | undefined }) {
  const { data } = useQuery(shopSettings())
  const origin = useContext(SiteOrigin)
  const isSeed = lot.type !== 'merch'
  return (
    <>
      <div className="label-words">
        <p className="label-shop">{data?.shop_name}</p>
        <p className="label-name">{lot.product}</p>
        {isSeed && seeds !== undefined && (
          <p className="label-seeds">{presentationName(lot.type, { seed_count: seeds })}</p>
        )}
        {factsOf(lot, data?.rncyfs_number ?? '').map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {lot.is_public && (
        <QrCode text={`${origin}${paths.lot(lot.code)}`} label={`Código de la página del lote ${lot.code}`} />
      )}
    </>
  )
}

/** Seeds of a registered cultivar have the class 'Identificada'. PG is the germination power. */
function factsOf(lot: Lot, rncyfs: string): string[] {
  const test = lastTest(lot)
  const cultivar = [lot.inase_name, lot.inase_number].filter(Boolean).join(' · ')
  return [
    lot.inase_name !== '' && `Cultivar ${cultivar}`,
    lot.inase_name !== '' && 'Clase Identificada',
    `Lote ${lot.code}`,
    lot.harvested_on && `Cosecha ${dayInNumbers(lot.harvested_on)}`,
    lot.expires_on && `Vence ${dayInNumbers(lot.expires_on)}`,
    test && `PG ${germinationPercent(test)} % (${dayInNumbers(test.tested_on)})`,
    rncyfs !== '' && `RNCyFS ${rncyfs}`,
  ].filter((text) => typeof text === 'string')
}

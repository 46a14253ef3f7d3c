import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { germinationPercent } from '../../../../contract/catalog/germination.ts'
import { presentationName } from '../../../../contract/catalog/presentations.ts'
import { dayInNumbers } from '../../../../contract/place.ts'
import { SiteOrigin } from '../../../app/page-head.tsx'
import { paths } from '../../../app/paths.ts'
import { shopSettings } from '../../../data/queries.ts'
import { QrCode } from '../../print/print-choices.tsx'
import { lastTest } from '../lot-words.ts'
import type { Lot } from '../lots-query.ts'
import type { LabelWish } from './label-address.ts'
import './labels.css'

/** Three columns of six. */
const OF_A_SHEET = 18

/** The labels on paper. Screen readers get only the first one, as the others are copies. */
export function LabelSheets({ lot, wish: { units, count, paper } }: { lot: Lot; wish: LabelWish }) {
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

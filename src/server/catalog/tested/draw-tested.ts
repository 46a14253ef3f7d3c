import {
  type Germination,
  LEAST_SEEDS_FOR_RATE,
  type TestedSeeds,
} from '../../../contract/catalog/germination.ts'
import { DRAWN_IN_PART, MOST_DRAWN } from '../../../contract/catalog/drawn-in-part.ts'
import { NOT_TESTED, testedSentence, testedWords } from '../../../contract/catalog/tested-words.ts'
import type { TestedLot } from '../../../contract/catalog/tested.ts'
import { formatNumber } from '../../../contract/place.ts'
import { escapeHtml } from '../../escape.ts'
import { drawField } from './draw-field.ts'

type Tested = TestedLot & Germination

/** Some of those drawn are named in words, too. */
const MOST_NAMED = 2

export function isTested(lot: TestedLot): lot is Tested {
  return lot.sown !== null
}

/** Every seed counts, also those that stayed closed. */
export function seedsOf(lots: TestedLot[]): TestedSeeds {
  const tested = lots.filter(isTested)
  return {
    sown: tested.reduce((sum, { sown }) => sum + sown, 0),
    germinated: tested.reduce((sum, { germinated }) => sum + germinated, 0),
  }
}

/** The second screen of the home page; empty while no lot on sale is tested. */
export function drawShop(lots: TestedLot[]): string {
  // The largest tests first, so that the field is even.
  const tested = lots.filter(isTested).toSorted((a, b) => b.sown - a.sown)
  if (tested.length === 0) return ''
  const seeds = seedsOf(lots)
  const shown = tested.slice(0, MOST_DRAWN)
  const named = shown.slice(0, MOST_NAMED)
  const words = named.map(
    (lot) => `<li>${lotLink(lot, `${lot.code} · ${escapeHtml(lot.product)}`)}, ${testedWords(lot)}</li>`,
  )
  const others = lots.length - named.length
  const more = others > 0 ? [`<li>y ${others} ${others === 1 ? 'lote' : 'lotes'} más</li>`] : []
  const { sown, germinated } = seeds
  const drawn = drawField(
    shown,
    testedSentence(seedsOf(shown)),
    tested.length > shown.length ? DRAWN_IN_PART : '',
  )
  return `<div class="tested-shop page">
<div class="tested-field">${drawn}</div>
<div class="tested-words"><p class="tested-kicker">Contamos las que no abrieron</p>
<h2 id="pruebas">De ${formatNumber(sown)} ${sown === 1 ? 'semilla probada' : 'semillas probadas'}, <b>${formatNumber(germinated)} ${germinated === 1 ? 'abrió' : 'abrieron'}.</b></h2>
<div><h3>Lotes en venta</h3><ul>${[...words, ...more].join('')}</ul></div>
<p class="tested-ways taps"><a class="button" href="/lotes">Ver los lotes</a> <a href="/como-contamos">Cómo contamos</a></p></div></div>`.replaceAll(
    '\n',
    '',
  )
}

/** A lot with a page of its own is a link to it. */
function lotLink({ code, is_public }: TestedLot, text: string): string {
  return is_public ? `<a href="/lote/${code}">${text}</a>` : `<b>${text}</b>`
}

/** The strip of a product: its lots on sale, and the seeds claimed of those delivered, once they are enough. */
export function drawProduct(lots: TestedLot[], claimed: { failed: number; delivered: number }): string {
  const each = lots.map((lot) => {
    const result = isTested(lot) ? `<b>${lot.germinated}/${lot.sown}</b>` : NOT_TESTED
    return `<li>${lotLink(lot, lot.code)} ${result}</li>`
  })
  const strip =
    each.length === 0
      ? ''
      : `<h2>Lotes en venta</h2><a href="/como-contamos">Cómo contamos</a><ul>${each.join('')}</ul>`
  const { failed, delivered } = claimed
  const claims =
    delivered < LEAST_SEEDS_FOR_RATE
      ? ''
      : `<p>Semillas entregadas con reclamo: <b>${formatNumber(failed)} de ${formatNumber(delivered)}</b></p>`
  return strip + claims === '' ? '' : `<div class="tested-strip taps">${strip}${claims}</div>`
}

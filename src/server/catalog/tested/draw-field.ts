import type { Germination, TestedSeeds } from '../../../contract/catalog/germination.ts'
import { dayInNumbers } from '../../../contract/place.ts'
import { escapeHtml } from '../../escape.ts'

/** Marks in a row of the field. */
const COLUMNS = 25
const [WIDTH, HEIGHT] = [10, 13]
/** A lot with more seeds is drawn with a mark for ten of them. */
const MOST_MARKS = 200
const IN_ONE_MARK = 10

/** A sprout and a seed, each as large as the other; a row of the field is a rectangle filled with them. */
const MARKS = `<svg class="marks-shapes" width="0" height="0" aria-hidden="true" focusable="false"><defs>${[
  pattern(
    'brote',
    '<path class="marks-stem" d="M5 12.4c-.1-2.3-.1-3.7.1-5.6"/><path class="marks-leaf" d="M4.9 8.3C4.7 5.7 3.1 4.1.7 3.9c.1 2.7 1.7 4.4 4.2 4.4zM5.1 7C5.1 4.1 6.7 2 9.3 1.7c.1 3.1-1.5 5.2-4.2 5.3z"/>',
  ),
  pattern(
    'semilla',
    '<path class="marks-seed" d="M5 12.4c-2.1 0-3.2-1.7-3.2-3.6 0-2.2 1.7-4.3 3.2-4.8 1.5.5 3.2 2.6 3.2 4.8 0 1.9-1.1 3.6-3.2 3.6z"/><path class="marks-vein" d="M5 5.5v5.5M3.4 8.2c.4.8.5 1.5.4 2.3M6.6 8.2c-.4.8-.5 1.5-.4 2.3"/>',
  ),
].join('')}</defs></svg>`

function pattern(id: string, shape: string): string {
  return `<pattern id="${id}" width="${WIDTH}" height="${HEIGHT}" patternUnits="userSpaceOnUse">${shape}</pattern>`
}

interface DrawnLot extends Germination {
  code: string
  product: string
}

/**
 * One mark for each seed that was tested, opened or not, in rows by lot: a picture with `sentence` as its text, and a table
 * with the same figures. `part` says that more are counted than drawn.
 */
export function drawField(lots: DrawnLot[], sentence: string, part = ''): string {
  const lines = lots.map((lot) => {
    const each = seedsInMark(lot)
    const name = `<b>${lot.code}</b> ${escapeHtml(lot.product)} <i>${lot.germinated} de ${lot.sown}</i>`
    const note = each > 1 ? `<span>Cada marca son ${each} semillas</span>` : ''
    return `<div class="marks-lot"><span class="marks-name">${name}</span>${drawLot(lot, each)}${note}</div>`
  })
  const text = escapeHtml(part === '' ? sentence : `${sentence} ${part}`)
  const note = part === '' ? '' : `<p class="marks-part">${escapeHtml(part)}</p>`
  return `<div class="marks" role="img" aria-label="${text}">${MARKS}${lines.join('')}</div>${note}${table(lots)}`
}

function seedsInMark({ sown }: TestedSeeds): number {
  return sown > MOST_MARKS ? IN_ONE_MARK : 1
}

/** How many marks of a lot are sprouts and how many seeds. A mark for some seeds is a sprout only when all of them opened. */
export function marksOf({ sown, germinated }: TestedSeeds, each: number): { opened: number; closed: number } {
  const closed = Math.ceil((sown - germinated) / each)
  return { opened: Math.ceil(sown / each) - closed, closed }
}

function drawLot(seeds: TestedSeeds, each: number): string {
  const { opened, closed } = marksOf(seeds, each)
  const marks = opened + closed
  const rows = Array.from({ length: Math.ceil(marks / COLUMNS) }, (_, row) => {
    const from = row * COLUMNS
    const sprouts = Math.min(Math.max(opened - from, 0), COLUMNS)
    const end = Math.min(marks - from, COLUMNS)
    return strip('sprouts', row, 0, sprouts) + strip('seeds', row, sprouts, end)
  })
  return `<svg class="marks-rows" viewBox="0 0 ${COLUMNS * WIDTH} ${rows.length * HEIGHT}">${rows.join('')}</svg>`
}

function strip(kind: 'sprouts' | 'seeds', row: number, from: number, to: number): string {
  if (to <= from) return ''
  const at = from > 0 ? ` x="${from * WIDTH}"` : ''
  return `<rect class="marks-${kind}"${at} y="${row * HEIGHT}" width="${(to - from) * WIDTH}" height="${HEIGHT}"/>`
}

function table(lots: DrawnLot[]): string {
  const rows = lots.map(
    ({ code, product, sown, germinated, tested_on }) =>
      `<tr><th scope="row">${code}</th><td>${escapeHtml(product)}</td><td>${sown}</td><td>${germinated}</td><td>${sown - germinated}</td><td>${dayInNumbers(tested_on)}</td></tr>`,
  )
  const names = ['Lote', 'Variedad', 'Probadas', 'Abrieron', 'No abrieron', 'Prueba']
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('')
  return `<details class="marks-table"><summary class="tap">Ver como tabla</summary><div role="region" aria-label="Pruebas de los lotes" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`
}

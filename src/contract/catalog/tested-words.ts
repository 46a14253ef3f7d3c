import { monthName } from '../place.ts'
import type { Germination, TestedSeeds } from './germination.ts'

/** 'De 96 semillas probadas, 91 abrieron.' */
export function testedSentence({ sown, germinated }: TestedSeeds): string {
  const tested = sown === 1 ? 'semilla probada' : 'semillas probadas'
  return `De ${sown} ${tested}, ${germinated} ${germinated === 1 ? 'abrió' : 'abrieron'}.`
}

/** '97 de 100, prueba propia del 8 de noviembre' */
export function testedWords({ sown, germinated, tested_on }: Germination): string {
  return `${germinated} de ${sown}, prueba propia del ${dayInWords(tested_on)}`
}

/** '8 de noviembre' */
function dayInWords(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} de ${monthName(month ?? 1)}`
}

export const NOT_TESTED = 'sin prueba todavía'

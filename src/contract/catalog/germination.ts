import { dayInNumbers } from '../place.ts'

export interface Germination {
  tested_on: string
  sown: number
  germinated: number
}

/** Whole, rounded down: 99,9 % is not 100 %. */
export function germinationPercent({ sown, germinated }: Germination): number {
  return Math.floor((germinated * 100) / sown)
}

/** '92 % (46 de 50, 03/11/2026)' */
export function germinationText(test: Germination): string {
  return `${germinationPercent(test)} % (${test.germinated} de ${test.sown}, ${dayInNumbers(test.tested_on)})`
}

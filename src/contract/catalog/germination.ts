import { dayInNumbers } from '../place.ts'

export interface TestedSeeds {
  sown: number
  germinated: number
}

export interface Germination extends TestedSeeds {
  tested_on: string
}

/** With fewer seeds a share means nothing, so that only their numbers are shown. */
export const LEAST_SEEDS_FOR_RATE = 30

/** Whole, rounded down: 99,9 % is not 100 %. */
export function germinationPercent({ sown, germinated }: TestedSeeds): number {
  return Math.floor((germinated * 100) / sown)
}

/** '92 % (46 de 50, 03/11/2026)'; of few seeds '18 de 20 (03/11/2026)'. */
export function germinationText(test: Germination): string {
  const day = dayInNumbers(test.tested_on)
  return test.sown < LEAST_SEEDS_FOR_RATE
    ? `${test.germinated} de ${test.sown} (${day})`
    : `${germinationPercent(test)} % (${test.germinated} de ${test.sown}, ${day})`
}

/** '92 %'; of few seeds '18/20'. */
export function germinationRate(seeds: TestedSeeds): string {
  return seeds.sown < LEAST_SEEDS_FOR_RATE
    ? `${seeds.germinated}/${seeds.sown}`
    : `${germinationPercent(seeds)}\u00a0%`
}

/** Of ten marks, those that stand for opened seeds; any seed that stayed closed keeps one of the others. */
export function openedOfTen({ sown, germinated }: TestedSeeds): number {
  return 10 - Math.ceil(((sown - germinated) * 10) / sown)
}

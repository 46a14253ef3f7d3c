import {
  type AskedName,
  type FactName,
  type FactRange,
  rangeLabel,
  stepOf,
} from '../../../contract/catalog/facts.ts'

const NUMBER = String.raw`(\d{1,4}(?:[.,]\d{1,2})?)`
const LESS = String.raw`menos de|hasta|maximo|max|bajo|no (?:[a-z]+ )?mas de|no (?:pas[ae]n?|super[ae]n?|lleg(?:an?|uen?))(?: de| a)?(?: los| las)?|<=?`
const MORE = String.raw`no (?:[a-z]+ )?menos de|mas de|desde|minimo|min|arriba de|>=?`
const BEFORE = String.raw`(?:(${LESS}|${MORE}) ?)?`
const BETWEEN = String.raw`${NUMBER}(?: ?(?:-|a) ?${NUMBER})?`
const AFTER = String.raw`( ?(?:o mas|para arriba|en adelante|o menos|para abajo|\+))?`
const UNIT = String.raw`(semanas?|sem|dias?|cm|metros?|m|kg|gramos?|gr|g)(?: ?/ ?m2?| por m2?)?`

/** 'thc 20', 'mas de 20 % de thc', 'menos de 8 semanas', '90 a 120 cm', '500 g/m2 o mas'; of normalised text. */
const FORMS: { form: RegExp; read: (groups: (string | undefined)[]) => Read }[] = [
  {
    form: new RegExp(`(?<![a-z0-9])(thc|cbd)(?: de|:)? ?${BEFORE}${BETWEEN} ?%?${AFTER}(?![a-z0-9])`),
    read: ([name, ...rest]) => ({ unit: name, ...readNumbers(rest) }),
  },
  {
    form: new RegExp(`(?<![a-z0-9])${BEFORE}${BETWEEN} ?%?${AFTER}(?: de)? (thc|cbd)${AFTER}(?![a-z0-9])`),
    read: ([before, from, to, after, unit, last]) => ({
      unit,
      ...readNumbers([before, from, to, after ?? last]),
    }),
  },
  {
    form: new RegExp(`(?<![a-z0-9])${BEFORE}${BETWEEN} ?${UNIT}${AFTER}(?![a-z0-9])`),
    read: ([before, from, to, unit, after]) => ({ unit, ...readNumbers([before, from, to, after]) }),
  },
]

interface Read {
  unit: string | undefined
  from: number
  to: number | undefined
  way: 'less' | 'more' | 'about'
}

function readNumbers([before, from, to, after]: (string | undefined)[]): Omit<Read, 'unit'> {
  const isLess = before ? new RegExp(`^(?:${LESS})$`).test(before) : /menos|abajo/.test(after ?? '')
  const isMore = before ? !isLess : after !== undefined && !isLess
  return {
    from: numberOf(from),
    to: to === undefined ? undefined : numberOf(to),
    way: isLess ? 'less' : isMore ? 'more' : 'about',
  }
}

const numberOf = (text = '0') => Number(text.replace(',', '.'))

/** The fact of a unit, and how many of the fact's units it is. */
const UNITS: [beginning: RegExp, fact: FactName, factor: number][] = [
  [/^thc/, 'thc', 1],
  [/^cbd/, 'cbd', 1],
  [/^sem/, 'flowering', 7],
  [/^dia/, 'flowering', 1],
  [/^cm/, 'height', 1],
  [/^m/, 'height', 100],
  [/^kg/, 'yield', 1000],
  [/^g/, 'yield', 1],
]

export interface AskedFact {
  range: FactRange
  label: string
  /** Of the normalised text. */
  at: number
  length: number
}

/** The first fact that a normalised search asks for: a number with a unit. */
export function factIn(text: string): AskedFact | undefined {
  for (const { form, read } of FORMS) {
    const found = form.exec(text)
    if (!found) continue
    const { unit = '', from, to, way } = read(found.slice(1))
    const [, fact, factor] = UNITS.find(([beginning]) => beginning.test(unit)) ?? []
    if (!fact || !factor) continue
    const typed = { from: from * factor, to: (to ?? from) * factor, way }
    const range = { fact, ...boundsOf(fact, typed) }
    const label = rangeLabel(way === 'about' ? { fact, from: typed.from, below: typed.to } : range)
    return { range, label, at: found.index, length: found[0].length }
  }
  return undefined
}

const OF_CYCLE = 'ciclo '
const OUTDOORS = ' afuera'

/** The fact that is the whole text: 'hasta 80 cm', 'ciclo hasta 10 semanas', 'desde 500 g afuera'. */
export function rangeIn(text: string): FactRange | undefined {
  const isOutdoors = text.endsWith(OUTDOORS)
  const isOfCycle = text.startsWith(OF_CYCLE)
  const fact = text.slice(isOfCycle ? OF_CYCLE.length : 0, isOutdoors ? -OUTDOORS.length : undefined)
  const { range, at, length } = factIn(fact) ?? {}
  if (!range || at !== 0 || length !== fact.length) return undefined
  const inCycle = isOfCycle ? { ...range, fact: ofCycle(range.fact) } : range
  return isOutdoors ? { ...inCycle, fact: ofOutdoors(inCycle.fact) } : inCycle
}

/** Weeks of a plant that is counted from its seed. */
export const ofCycle = (fact: AskedName): AskedName => (fact === 'flowering' ? 'cycle' : fact)

/** The same outdoors. */
export const ofOutdoors = (fact: AskedName): AskedName =>
  fact === 'height' ? 'outdoor_height' : fact === 'yield' ? 'outdoor_yield' : fact

/** What a word stands for, of plants outdoors. */
export const outdoors = (text: string): string =>
  /(?:cm|g|kg)$/.test(text) && rangeIn(text) ? `${text}${OUTDOORS}` : text

/** Without the time from seed to harvest: 'rápida para florecer'. */
export const withoutCycle = (texts: string[]): string[] => texts.filter((text) => !text.startsWith(OF_CYCLE))

/** 'About' includes what rounds to the number: half a week, half a percent. */
function boundsOf(
  fact: FactName,
  { from, to, way }: { from: number; to: number; way: Read['way'] },
): Omit<FactRange, 'fact'> {
  if (way === 'less') return { from: 0, below: from }
  if (way === 'more') return { from, below: undefined }
  const half = stepOf(fact) / 2
  return { from: Math.max(0, from - half), below: to + half }
}

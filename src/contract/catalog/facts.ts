/** The numbers that are read from a variety's texts, and what filters and searches say of them. */
export const FACTS = {
  thc: { label: 'THC', unit: '%', per: 1, step: 1 },
  cbd: { label: 'CBD', unit: '%', per: 1, step: 1 },
  /** In days, shown in weeks. */
  flowering: { label: 'Floración', unit: 'semanas', per: 7, step: 7 },
  /** Indoors. */
  height: { label: 'Altura', unit: 'cm', per: 1, step: 10 },
  /** Indoors, per square metre. */
  yield: { label: 'Rinde', unit: 'g/m²', per: 1, step: 50 },
} as const satisfies Record<string, { label: string; unit: string; per: number; step: number }>
export type FactName = keyof typeof FACTS

/** What searches ask for, too; in no facet. */
const ASKED = {
  ...FACTS,
  /** From seed to harvest, in days. */
  cycle: { label: 'De semilla a cosecha', unit: 'semanas', per: 7, step: 7 },
  outdoor_height: { label: 'Altura afuera', unit: 'cm', per: 1, step: 10 },
  /** Of a plant. */
  outdoor_yield: { label: 'Rinde afuera', unit: 'g/planta', per: 1, step: 50 },
} as const
export type AskedName = keyof typeof ASKED

/** The numbers around a fact that count as 'about'. */
export const stepOf = (fact: AskedName) => ASKED[fact].step

/** Half open: `from` <= number < `below`, in the units of `ASKED`. A product whose own range overlaps it has it. */
export interface FactRange {
  fact: AskedName
  from: number
  below: number | undefined
}

/** 'THC de 20 a 25 %', 'THC 25 % o más', 'Floración de menos de 8 semanas', 'THC 20 %' for the same number twice. */
export function rangeLabel({ fact, from, below }: FactRange): string {
  const { label, per } = ASKED[fact]
  if (below === undefined) return `${label} ${amount(fact, from)} o más`
  if (from === 0) return `${label} de menos de ${amount(fact, below)}`
  if (from === below) return `${label} ${amount(fact, from)}`
  return `${label} de ${number(from / per)} a ${amount(fact, below)}`
}

function amount(fact: AskedName, value: number): string {
  const { unit, per } = ASKED[fact]
  return per > 1 && value % per !== 0 ? `${value} días` : `${number(value / per)} ${unit}`
}

const number = (value: number) => String(Math.round(value * 10) / 10).replace('.', ',')

export const nameOfFact = (fact: AskedName): string => ASKED[fact].label

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACTS, name)
}

export const UNREAD_FACT = 'No se entiende: queda fuera de los filtros.'

/** As `told_in`: what is in brackets counts when nothing is before it. */
const toldIn = (text: string) => (/\d/.test(text.split('(')[0] ?? '') ? (text.split('(')[0] ?? '') : text)

const AREA = /m(?:ts?|trs?|etros?)?\.?\s?\^?[2²](?!\d)/gi
const UNITS: Record<string, number> = { cm: 1, m: 100, g: 1, kg: 1_000, kilo: 1_000 }
const OTHER_UNIT =
  /(?:\/|por|per|x)\s*(?:w|watts?|wats?|vatios?)(?![a-z])|\d\s*(?:mg|oz|onzas?|lbs?|libras?|pies?|ft|feet|in|inch|inches|pulgadas?)(?![a-z])|\d\s*["″'′]/i
const DATE =
  /enero|febrero|marzo|abril|mayo(?![a-zí])|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|\d\s*\/\s*0\d|\d\/\d+\/\d/i

/** As `with_decimals`: '8 1/2', '8 semanas y media', '1/2 kg'. */
function withDecimals(text: string): string {
  return text
    .replaceAll('½', ' 1/2')
    .replaceAll('¼', ' 1/4')
    .replaceAll('¾', ' 3/4')
    .replaceAll(
      /(\d)(\s*(?:semanas?|sem\.?|meses|mes|metros?|mts?|m|kilos?|kg))?\s+y\s+medi[oa](?![a-z])/gi,
      '$1 1/2$2',
    )
    .replaceAll(/(\d)\s+(?:y\s+)?1\/2(?!\d)/g, '$1,5')
    .replaceAll(/(\d)\s+(?:y\s+)?1\/4(?!\d)/g, '$1,25')
    .replaceAll(/(\d)\s+(?:y\s+)?3\/4(?!\d)/g, '$1,75')
    .replaceAll(/(?<![\d,./])1\/2(?=\s*k(?:g|ilo))/gi, '0,5')
}

/** As `fact_of`. */
function numbersOf(text: string, factor: number, most: number): [low: number, high: number] | undefined {
  if (/\d\s*:\s*\d/.test(text) || OTHER_UNIT.test(toldIn(text))) return undefined
  const found = withDecimals(toldIn(text))
    .replaceAll(AREA, '')
    .replaceAll(/(\d)\.(\d{3})(?!\d)/g, '$1$2')
    .matchAll(
      /(\d{1,6}(?:[.,]\d{1,3})?)(?:\s*(c?m|k?g|kilo)(?:s|ts?|trs?|etros?|rs?|ramos?)?(?![a-z0-9]))?/gi,
    )
  const numbers = [...found]
    .slice(0, 2)
    .map(
      ([, number = '', unit = '']) =>
        Number(number.replace(',', '.')) * (UNITS[unit.toLowerCase()] ?? factor),
    )
  return numbers.length > 0 && Math.max(...numbers) <= most
    ? [Math.min(...numbers), Math.max(...numbers)]
    : undefined
}

const firstNumber = (text: string) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN)

/** As `time_in` and `days_factor`; not the 'dia' of 'media'. */
function daysIn(text: string) {
  const told = withDecimals(text)
  const isBoth = /sem/i.test(told) && /(?<![a-z])d[ií]a/i.test(told)
  const time = isBoth ? (/^.*?\d.*?(?:sem|(?<![a-z])d[ií]a)/i.exec(told)?.[0] ?? told) : told
  if (DATE.test(toldIn(time))) return undefined
  const isDays = /(?<![a-z])d[ií]a/i.test(time) && !/sem.*(?<![a-z])d[ií]a/i.test(time)
  const other = /sem/i.test(time) ? 7 : /mes/i.test(time) ? 30 : firstNumber(time) <= 20 ? 7 : 1
  return numbersOf(time, isDays ? 1 : other, 400)
}

const centimetresFactor = (text: string) =>
  /cm/i.test(text) ? 1 : /\d\s*m/i.test(text) || firstNumber(text) < 10 ? 100 : 1

const percentIn = (text: string, other: RegExp) =>
  other.test(text.split('(')[0] ?? '') ? undefined : numbersOf(text, 1, 100)

/** The texts that facts are read from: as the trigger of migration 0140, whose tests compare both. */
export const FACT_TEXTS = {
  thc: (text: string) => percentIn(text, /cbd/i),
  cbd: (text: string) => percentIn(text, /thc/i),
  flowering_time: daysIn,
  height_indoor: (text: string) => numbersOf(text, centimetresFactor(text), 1_000),
  yield_indoor: (text: string) =>
    /plant/i.test(toldIn(text)) ? undefined : numbersOf(text, /k(?:g|ilo)/i.test(text) ? 1_000 : 1, 20_000),
} as const
export type FactText = keyof typeof FACT_TEXTS

/** Whether filters cannot read a text: '1:1', 'alta', a date as flowering, 'THC 20 % CBD 1 %', '180 %'. */
export function isUnreadFact(field: FactText, text: string): boolean {
  return text.trim() !== '' && FACT_TEXTS[field](text) === undefined
}

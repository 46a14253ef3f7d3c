import { type RawBuilder, sql } from 'kysely'
import type { AskedName, FactRange } from '../../../contract/catalog/facts.ts'
import { rangeIn } from './facts-asked.ts'

/** What is wanted first: the most or the least of a fact, or of the price, which visitors do not see. */
export interface Scale {
  of: AskedName | 'price'
  way: 'most' | 'least'
}

const MOST = new Set('mas mayor maximo maxima mucho mucha muchos muchas bastante'.split(' '))
const LEAST = new Set('menos menor minimo minima poco poca pocos pocas'.split(' '))
/** Directly before or after their fact: 'baja que rinda' asks for much. */
const MOST_BESIDE = new Set('alto alta gran buen buena'.split(' '))
const LEAST_BESIDE = new Set('bajo baja'.split(' '))
/** 'la más alta': without one of those that are known as high, the highest. */
const SUPERLATIVE = new Set(['mas', 'mayor', 'menos', 'menor', 'maximo', 'maxima', 'minimo', 'minima'])

/** Nouns and verbs that stand for a fact, and no number of it. */
const FACT_WORDS = new Map<string, AskedName>(
  (
    [
      ['thc', 'thc'],
      ['cbd', 'cbd'],
      ['flowering', 'flora floracion florece florecer florezca semanas dias'],
      ['cycle', 'ciclo tiempo tarda tarde tarden tardar demora demore demorar'],
      ['height', 'altura crece crezca crezcan crecer mide mida tamano estatura'],
      [
        'yield',
        'rinde rinda rindan rendir rendimiento produccion produce produzca producir cosecha gramo gramos',
      ],
    ] as [AskedName, string][]
  ).flatMap(([fact, words]) => words.split(' ').map((word) => [word, fact] as const)),
)
const PRICE_WORDS = new Set(
  'barata barato baratas baratos economica economico economicas economicos'.split(' '),
)
const DEAR_WORDS = new Set('cara caro caras caros'.split(' '))

/** Between a word of quantity and its fact: 'la que más cbd tiene', 'más de rendimiento'. */
const BETWEEN = new Set('que q de en la lo se me te le tiene tienen tenga tengan da den'.split(' '))

export const isSuperlative = (word = '') => SUPERLATIVE.has(word)
export const factOfWord = (word = '') => FACT_WORDS.get(word)

function wayOf(word: string, isBeside: boolean): Scale['way'] | undefined {
  if (MOST.has(word) || (isBeside && MOST_BESIDE.has(word))) return 'most'
  return LEAST.has(word) || (isBeside && LEAST_BESIDE.has(word)) ? 'least' : undefined
}

interface AskedScale {
  scale: Scale
  /** Words. */
  length: number
}

/** 'más thc', 'menos altura', 'que más cbd tiene', 'rinde más', 'tarda menos'. `isKnown`: whether a word has a meaning of its own. */
export function scaleAt(
  words: string[],
  at: number,
  isKnown: (word: string) => boolean,
): AskedScale | undefined {
  const [word = '', second = '', third = ''] = words.slice(at, at + 3)
  let next = at + 1
  while (next < at + 3 && BETWEEN.has(words[next] ?? '')) next += 1
  const later = factOfWord(words[next])
  const way = wayOf(word, next === at + 1)
  // 'más de tarde' is a time of the day.
  if (way && later && words[next] !== 'tarde') return { scale: { of: later, way }, length: next + 1 - at }
  const fact = factOfWord(word)
  const wanted = wayOf(second, true)
  // 'cosecha más rápida' asks for no harvest.
  if (!fact || !wanted || isKnown(third) || factOfWord(third)) return undefined
  return { scale: { of: fact, way: wanted }, length: 2 }
}

export const isDear = (word = '') => DEAR_WORDS.has(word)

/** 'barata', 'la más cara', 'la menos cara'. */
export function priceScale(word: string, before = ''): Scale | undefined {
  const isCheap = PRICE_WORDS.has(word)
  if (!isCheap && !(DEAR_WORDS.has(word) && isSuperlative(before))) return undefined
  return { of: 'price', way: isCheap === (before === 'menos') ? 'most' : 'least' }
}

/** The way of a range with one end: more of what has no upper one. */
export function scaleOf({ fact, from, below }: FactRange): Scale | undefined {
  if (below === undefined) return { of: fact, way: 'most' }
  return from === 0 ? { of: fact, way: 'least' } : undefined
}

/** Those of what a word stands for: 'hasta 80 cm' is the lowest first. */
export function scalesOf(means: string[]): Scale[] {
  return means.flatMap((text) => {
    const range = rangeIn(text)
    const scale = range && scaleOf(range)
    return scale ? [scale] : []
  })
}

export const turned = ({ of, way }: Scale): Scale => ({ of, way: way === 'most' ? 'least' : 'most' })

/** The order of a scale; what is not known comes last. */
export function inScale({ of, way }: Scale): RawBuilder<unknown> {
  const [low, high] = of === 'price' ? ['min_price', 'min_price'] : [`${of}_low`, `${of}_high`]
  return way === 'most'
    ? sql`p.${sql.ref(high)} desc nulls last, p.${sql.ref(low)} desc`
    : sql`p.${sql.ref(low)}, p.${sql.ref(high)}`
}

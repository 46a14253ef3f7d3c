import { type FacetValue, readFacets } from '../../src/contract/catalog/facets.ts'
import { mostAlike } from '../../src/server/catalog/choosing/likeness.ts'
import { countFacets, factsOf } from '../../src/server/catalog/facets/count-facets.ts'
import { loadNow, printHeading } from '../load/report.ts'
import { randomNumbers } from '../load/seed.ts'

/**
 * `npm run bench facets`: the processor's time of counting the facets of 10,000 and 100,000 products, and of finding what is
 * like one of them, from the facts that the shop keeps in memory until something public changes.
 */
const AROMAS = Array.from({ length: 40 }, (_, n) => `Aroma ${n}`)
const EFFECTS = Array.from({ length: 16 }, (_, n) => `Efecto ${n}`)
const QUESTIONS: FacetValue[][] = [
  '',
  'thc.20-25',
  'type.fem*stock.con',
  'thc.20-25*thc.25-*flowering.56-63*dominance.indica*aroma.aroma 3*effect.efecto 2',
].map(readFacets)
const TIMES = 50

printHeading('Facets in memory')
const table = [10_000, 100_000].map((products) => {
  const facts = factsOf(rowsOf(products))
  const count = (chosen: FacetValue[]) =>
    countFacets(facts, { chosen, isAsked: () => true, isFound: () => true, isStocked: (id) => id % 3 > 0 })
  return {
    products,
    'facets, CPU ms': cpuOf((n) => count(QUESTIONS[n % QUESTIONS.length] ?? [])),
    'alike, CPU ms': cpuOf((n) => mostAlike(facts, 1 + n, { isOffered: (id) => id % 3 > 0, most: 4 })),
    load: loadNow(),
  }
})
console.table(table)

/** Of one run, on average, once the code is compiled. */
function cpuOf(work: (n: number) => unknown): number {
  for (let n = 0; n < TIMES; n += 1) work(n)
  const before = process.cpuUsage()
  for (let n = 0; n < TIMES; n += 1) work(n)
  const { user, system } = process.cpuUsage(before)
  return Number(((user + system) / 1000 / TIMES).toFixed(2))
}

function rowsOf(count: number) {
  const random = randomNumbers(36)
  const pick = (some: string[]) => some[Math.floor(random() * some.length)] ?? ''
  return Array.from({ length: count }, (_, n) => {
    const [aroma, other, effect] = [pick(AROMAS), pick(AROMAS), pick(EFFECTS)]
    const type = (['fem', 'auto', 'reg'] as const)[n % 3] ?? 'fem'
    const low = 10 + Math.floor(random() * 18)
    return {
      id: n + 1,
      type,
      flavors: `${aroma}, ${other}`,
      effects: effect,
      brand: `Marca ${n % 12}`,
      tags: [
        `type:${type}`,
        `brand:marca ${n % 12}`,
        `dominance:${['indica', 'sativa', 'hibrida'][n % 3]}`,
        ...[aroma, other].map((name) => `aroma:${name.toLowerCase()}`),
        `effect:${effect.toLowerCase()}`,
        'difficulty:facil',
        'place:interior',
        'zone:centro',
      ],
      ranges: [low, low + 3, 0.2, 1, 49 + (n % 28), 56 + (n % 28), 80, 120 + (n % 60), 400, 450 + (n % 200)],
    }
  })
}

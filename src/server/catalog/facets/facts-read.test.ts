import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../../../demo/catalogue.ts'
import { FACT_TEXTS, type FactText as Fact } from '../../../contract/catalog/facts.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

type Range = [low: number, high: number] | undefined
interface Spelling {
  fact: Fact
  text: string
  reads: Range
}

/** Ways to write one number (`1`) or two (`2`), and how many of the fact's units one of them is. */
const FORMS: { fact: Fact; unit: number; ones: string[]; twos: string[]; numbers: [string, string][] }[] = [
  {
    fact: 'thc',
    unit: 1,
    ones: [
      '1%',
      '1 %',
      'hasta 1%',
      '1% +',
      '+1 %',
      '> 1 %',
      'THC: 1 %',
      '1 % THC',
      '1',
      'Alto (1 %)',
      '1 por ciento',
    ],
    twos: [
      '1-2%',
      '1 a 2 %',
      '1–2',
      '1 — 2 %',
      '1% - 2%',
      'entre 1 y 2 %',
      'THC: 1/2 %',
      '1 a 2 % (3 afuera)',
    ],
    numbers: [
      ['18', '22'],
      ['19,5', '24'],
      ['7.5', '12,5'],
    ],
  },
  {
    fact: 'cbd',
    unit: 1,
    ones: ['1 %', '< 1 %', 'menos de 1%', 'CBD: 1 %', 'bajo, 1 %', '1% (THC 20 %)'],
    twos: ['1-2 %', '1 a 2%', 'CBD 1 – 2 %'],
    numbers: [
      ['0,3', '1'],
      ['0.5', '0.8'],
      ['6', '10'],
    ],
  },
  {
    fact: 'flowering_time',
    unit: 7,
    ones: [
      '1 semanas',
      '1 sem',
      '1 sem.',
      '1',
      '1 SEMANAS',
      '1semanas',
      'Semanas: 1',
      '1 semanas (100 días)',
      '1 semanas / 99 días',
    ],
    twos: [
      '1-2 semanas',
      '1 a 2 sem',
      '1–2 semanas',
      '1 semanas a 2 semanas',
      '1/2 sem',
      '1-2',
      'entre 1 y 2 semanas',
    ],
    numbers: [
      ['8', '9'],
      ['7,5', '8.5'],
      ['10', '12'],
    ],
  },
  {
    fact: 'flowering_time',
    unit: 1,
    ones: ['1 días', '1 dias', '1 Días', '1', '1 d', 'unos 1 días (8 semanas)', '1 días / 9 semanas'],
    twos: ['1 a 2 días', '1-2 dias', '1–2', '1-2 días (8-9 semanas)', '1 a 2 días, 8 a 9 semanas'],
    numbers: [
      ['56', '63'],
      ['60', '65'],
    ],
  },
  {
    fact: 'height_indoor',
    unit: 1,
    ones: [
      '1 cm',
      '1cm',
      '1 cms',
      'hasta 1 cm',
      '1',
      'Media (1 cm)',
      '1 centímetros',
      'Altura: 1 cm',
      '1 CM',
    ],
    twos: ['1-2 cm', '1 a 2 cm', '1 cm – 2 cm', '1/2cm', 'de 1 a 2', '1-2 cm (3 m afuera)'],
    numbers: [
      ['80', '120'],
      ['45', '60'],
    ],
  },
  {
    fact: 'height_indoor',
    unit: 100,
    ones: ['1 m', '1m', '1 mts', '1 metros', '1', 'hasta 1 m'],
    twos: ['1-2 m', '1 a 2 m', '1m a 2m', '1 – 2 mts', '1 a 2 metros'],
    numbers: [
      ['0,8', '1.2'],
      ['1', '1,50'],
      ['0.9', '2'],
    ],
  },
  {
    fact: 'yield_indoor',
    unit: 1,
    ones: [
      '1 g/m2',
      '1 g/m²',
      '1g/m2',
      '1 gr/m2',
      '1 grs por m2',
      '1 g/m^2',
      '1 g/mt2',
      '1 g x m2',
      'hasta 1 g/m²',
      '1',
      '1 g por metro cuadrado',
    ],
    twos: ['1 a 2 gr', '1-2 g/m2', '1–2 g/m²', '1/2 g', '1 g a 2 g por m2', '1 - 2 gramos/mts2'],
    numbers: [
      ['450', '500'],
      ['380', '1.200'],
    ],
  },
  {
    fact: 'yield_indoor',
    unit: 1_000,
    ones: ['1 kg/m2', '1kg', '1 Kg por m²'],
    twos: ['1-2 kg', '1 a 2 kg/m2'],
    numbers: [['0,5', '0.75']],
  },
]

const ODD: Spelling[] = [
  ...(['thc', 'cbd', 'flowering_time', 'height_indoor', 'yield_indoor'] as const).flatMap((fact) =>
    ['', 'alto', 'a confirmar', '-', '?'].map((text) => ({ fact, text, reads: undefined })),
  ),
  { fact: 'thc', text: '1:1', reads: undefined },
  { fact: 'cbd', text: 'THC:CBD 20 : 1', reads: undefined },
  { fact: 'thc', text: 'THC 22 %, CBD 1 %', reads: undefined },
  { fact: 'thc', text: '22 % (CBD 1 %)', reads: [22, 22] },
  { fact: 'thc', text: '180 %', reads: undefined },
  { fact: 'flowering_time', text: '2 meses', reads: [60, 60] },
  { fact: 'flowering_time', text: '15 de abril', reads: undefined },
  { fact: 'flowering_time', text: 'fines de marzo', reads: undefined },
  { fact: 'height_indoor', text: '80 cm a 1,2 m', reads: [80, 120] },
  { fact: 'height_indoor', text: '90cm-1.50m', reads: [90, 150] },
  { fact: 'height_indoor', text: '1m20', reads: undefined },
  { fact: 'height_indoor', text: '1,20', reads: [120, 120] },
  { fact: 'yield_indoor', text: '1.200 g', reads: [1_200, 1_200] },
  ...[
    '8 1/2 semanas',
    '8 y 1/2 semanas',
    '8 ½ semanas',
    '8½ sem',
    '8 semanas y media',
    '8 y media semanas',
  ].map((text): Spelling => ({ fact: 'flowering_time', text, reads: [59.5, 59.5] })),
  { fact: 'flowering_time', text: '8 a 9 1/2 semanas', reads: [56, 66.5] },
  { fact: 'flowering_time', text: '8 1/4', reads: [57.75, 57.75] },
  { fact: 'flowering_time', text: '15 de octubre', reads: undefined },
  { fact: 'flowering_time', text: '15/04', reads: undefined },
  { fact: 'flowering_time', text: '15/4/2027', reads: undefined },
  { fact: 'flowering_time', text: '500 días', reads: undefined },
  { fact: 'height_indoor', text: '1 1/2 m', reads: [150, 150] },
  { fact: 'height_indoor', text: '1 metro y medio', reads: [150, 150] },
  { fact: 'height_indoor', text: '5 pies', reads: undefined },
  { fact: 'height_indoor', text: `40"`, reads: undefined },
  { fact: 'height_indoor', text: '12 m', reads: undefined },
  { fact: 'yield_indoor', text: '400 g a 1 kg', reads: [400, 1_000] },
  { fact: 'yield_indoor', text: '800 gr - 1,2 kg/m2', reads: [800, 1_200] },
  { fact: 'yield_indoor', text: '1/2 kg', reads: [500, 500] },
  { fact: 'yield_indoor', text: '½ kilo por m2', reads: [500, 500] },
  { fact: 'yield_indoor', text: '1 kilo y medio', reads: [1_500, 1_500] },
  { fact: 'yield_indoor', text: '1 kilo', reads: [1_000, 1_000] },
  ...['1,5 g/W', '1.5 gr por watt', '1,2 g/vatio', '16 oz', '1 lb/m2', '120 g/planta', '30 kg'].map(
    (text): Spelling => ({ fact: 'yield_indoor', text, reads: undefined }),
  ),
  { fact: 'yield_indoor', text: '450 g/m² (1,5 g/W)', reads: [450, 450] },
]

/** As people read a number: a point or comma and three digits are thousands. */
const numberOf = (text: string) =>
  Number(/^\d+\.\d{3}$/.test(text) ? text.replace('.', '') : text.replace(',', '.'))

const SPELLINGS: Spelling[] = [
  ...FORMS.flatMap(({ fact, unit, ones, twos, numbers }) =>
    numbers.flatMap(([low, high]): Spelling[] => {
      const [from, to] = [numberOf(low) * unit, numberOf(high) * unit]
      const write = (form: string) => form.replace('2', '\0').replace('1', low).replace('\0', high)
      return [
        ...ones.map((form) => ({ fact, text: form.replace('1', low), reads: [from, from] as Range })),
        ...twos.map((form) => ({ fact, text: write(form), reads: [from, to] as Range })),
      ]
    }),
  ),
  ...ODD,
]

const COLUMNS = ['thc', 'cbd', 'flowering', 'height', 'yield'].flatMap((name) => [
  `${name}_low`,
  `${name}_high`,
])
const PLACE: Record<Fact, number> = { thc: 0, cbd: 2, flowering_time: 4, height_indoor: 6, yield_indoor: 8 }
const FACTS = Object.keys(PLACE) as Fact[] // safe: its keys

describe.each(enginesOf(import.meta.filename))('facts read from texts, on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  }, 60_000)
  afterAll(() => shop.close())

  /** Saves a product for each of these texts in one statement; what it has of their facts. */
  async function read(rows: Partial<Record<Fact, string>>[]) {
    const texts = FACTS.map((fact) => rows.map((row) => row[fact] ?? ''))
    const saved = await sql<{ name: string; facts: (number | null)[] }>`
      insert into products (name, type, search_text, created_at, ${sql.join(FACTS.map((fact) => sql.ref(fact)))})
      select n::text, 'fem', '', now(), thc, cbd, flowering, height, yield
      from unnest(${sql.join(texts.map((each) => sql`${each}::text[]`))}) with ordinality as t (thc, cbd, flowering, height, yield, n)
      returning name, array[${sql.join(COLUMNS.map((column) => sql.ref(column)))}] as facts`.execute(
      shop.shop.db,
    )
    const byName = new Map(saved.rows.map(({ name, facts }) => [Number(name), facts]))
    return rows.map((_, n) => byName.get(n + 1) ?? [])
  }
  const rangeOf = (facts: (number | null)[], fact: Fact): Range => {
    const [low, high] = [facts[PLACE[fact]], facts[PLACE[fact] + 1]]
    return low == null || high == null ? undefined : [Number(low.toFixed(2)), Number(high.toFixed(2))]
  }

  it(`reads ${SPELLINGS.length} spellings`, async () => {
    expect(SPELLINGS.length).toBeGreaterThan(225)
    const facts = await read(SPELLINGS.map(({ fact, text }) => ({ [fact]: text })))
    const found = SPELLINGS.map((one, n) => ({ ...one, reads: rangeOf(facts[n] ?? [], one.fact) }))
    expect(found).toEqual(SPELLINGS)
    // The product form reads the same.
    const onForm = SPELLINGS.map(({ fact, text }) => {
      const range = FACT_TEXTS[fact](text)
      return { fact, text, reads: range?.map((number) => Number(number.toFixed(2))) }
    })
    expect(onForm).toEqual(SPELLINGS)
  })

  it('reads each text of the demo shop', async () => {
    const facts = await read(products.map((product) => ({ ...product })))
    const texts = products.flatMap((product, n) =>
      FACTS.map((fact) => ({ fact, text: product[fact], reads: rangeOf(facts[n] ?? [], fact) })),
    )
    // The demo has numbers with one unit: '60 a 90 cm', '9 semanas', '0,6 %'.
    const byHand = texts.map(({ fact, text }) => {
      const numbers = text
        .split(/[^\d,]+/)
        .filter(Boolean)
        .map((each) => numberOf(each) * (fact === 'flowering_time' ? 7 : 1))
      return {
        fact,
        text,
        reads: numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : undefined,
      }
    })
    expect(texts.filter(({ reads }) => reads).length).toBe(
      5 * products.filter(({ type }) => type !== 'merch').length,
    )
    expect(texts).toEqual(byHand)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../../../demo/catalogue.ts'
import { openShop, type TestShop } from '../../../../test/support/open-shop.ts'

/** What a buyer types, and varieties of the demo that must, or must not, be found. */
const QUESTIONS: [question: string, finds: string, never?: string][] = [
  ['algo para dormir mejor', 'Noche de Esteros', 'Vidala Lima'],
  ['me cuesta dormir', 'Siesta Litoral', 'Zonda Express'],
  ['sueño', 'Noche de Esteros', 'Vidala Lima'],
  ['insomnio', 'Noche de Esteros', 'Vidala Lima'],
  ['semillas para balcón', 'Kverna Kompakt', 'Remera Surbrote'],
  ['patio', 'Puna Violeta', 'Kverna Kompakt'],
  ['primera vez que cultivo', 'Arrope', 'Quebracho Viejo'],
  ['no tengo experiencia', 'Arrope', 'Quebracho Viejo'],
  ['principiante', 'Arrope', 'Quebracho Viejo'],
  ['indoor chico', 'Kverna Kompakt', 'Vidala Lima'],
  ['carpa 60x60', 'Kverna Kompakt', 'Norte Grande Regular'],
  ['cosecha rápida', 'Zonda Express', 'Vidala Lima'],
  ['pocas semanas de flora', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['exterior en Mendoza', 'Puna Violeta', 'Vidala Lima'],
  ['clima frío', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['Bariloche', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['plantas bajas', 'Kverna Kompakt', 'Vidala Lima'],
  ['que no crezca mucho', 'Kverna Kompakt', 'Vidala Lima'],
  ['ansiedad', 'Siesta Litoral', 'Luz Mala'],
  ['para reírme con amigos', 'Mburucuyá 33', 'Noche de Esteros'],
  ['para estudiar', 'Vidala Lima', 'Noche de Esteros'],
  ['para pintar', 'Puna Violeta', 'Luz Mala'],
  ['energía', 'Vidala Lima', 'Noche de Esteros'],
  ['sabor a limón', 'Luz Mala', 'Arrope'],
  ['olor a frutas', 'Mburucuyá 33', 'Glaciar Mentol'],
  ['la que más rinde', 'Yarará del Monte', 'Zonda Express'],
  ['alta producción', 'Yarará del Monte', 'Zonda Express'],
  ['suavecita', 'Camalote Auto', 'Luz Mala'],
  ['thc arriba de 25', 'Luz Mala', 'Arrope'],
  ['autos rápidas', 'Zonda Express', 'Ceniza de Domuyo'],
  ['sativa para el día', 'Vidala Lima', 'Noche de Esteros'],
  ['semillas', 'Arrope', 'Gorra Seis Gajos'],
  ['novedades', 'Arrope', 'Gorra Seis Gajos'],
  ['semillas de 5', 'Arrope', 'Yerba y Miel'],
  ['camiseta', 'Remera Surbrote', 'Arrope'],
  ['semillas de mucho thc', 'Luz Mala', 'Arrope'],
  // Still being typed.
  ['relaj', 'Siesta Litoral', 'Vidala Lima'],
  ['dorm', 'Siesta Litoral', 'Vidala Lima'],
  ['exterio', 'Puna Violeta', 'Kverna Kompakt'],
  ['primera v', 'Arrope', 'Quebracho Viejo'],
  // What is not wanted.
  ['no índica', 'Vidala Lima', 'Noche de Esteros'],
  ['que no sea indica', 'Vidala Lima', 'Noche de Esteros'],
  ['sin sativa', 'Noche de Esteros', 'Vidala Lima'],
  ['exterior que no sea muy alta', 'Siesta Litoral', 'Norte Grande Regular'],
  ['cítrica que no sea automática', 'Vidala Lima', 'Zonda Express'],
  ['sin limón', 'Arrope', 'Luz Mala'],
  ['sin limón ni menta', 'Arrope', 'Glaciar Mentol'],
  ['que no sea indica ni sativa', 'Fjellrose', 'Noche de Esteros'],
  ['sin olor a skunk', 'Arrope', 'Remera Surbrote'],
  ['no quiero índica', 'Vidala Lima', 'Noche de Esteros'],
  ['no, índica no', 'Vidala Lima', 'Noche de Esteros'],
  ['que no tenga más de 20 % de thc', 'Yerba y Miel', 'Luz Mala'],
  ['no menos de 25 de thc', 'Luz Mala', 'Yerba y Miel'],
  ['no duermo', 'Noche de Esteros', 'Vidala Lima'],
  ['no puedo dormir', 'Siesta Litoral', 'Vidala Lima'],
  // Either, and words that nobody asks for.
  ['menta o chocolate', 'Glaciar Mentol', 'Vidala Lima'],
  ['feminizadas baratas', 'Arrope', 'Zonda Express'],
  ['faso para bajar un cambio', 'Siesta Litoral', 'Vidala Lima'],
  ['que termine antes de la helada', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['para balcón', 'Kverna Kompakt', 'Yarará del Monte'],
]

/** What one variety answers best, and what must not be found. */
const FIRST: [question: string, first: string, never: string][] = [
  ['que pegue mucho', 'Salar Blanco', 'Yerba y Miel'],
  ['la más fuerte', 'Salar Blanco', 'Yerba y Miel'],
  ['siete semanas', 'Ceniza de Domuyo', 'Vidala Lima'],
  ['con mucho CBD', 'Yerba y Miel', 'Luz Mala'],
  ['medicinal', 'Yerba y Miel', 'Luz Mala'],
  ['dolor', 'Yerba y Miel', 'Vidala Lima'],
  ['con gusto a menta', 'Glaciar Mentol', 'Tormenta de Agosto'],
  ['tipo diésel', 'Yarará del Monte', 'Arrope'],
  ['poco thc', 'Yerba y Miel', 'Luz Mala'],
  ['que no pegue fuerte', 'Yerba y Miel', 'Luz Mala'],
  ['que no sea fuerte', 'Yerba y Miel', 'Luz Mala'],
  ['que no me pegue mucho', 'Yerba y Miel', 'Luz Mala'],
  ['sin dolor', 'Yerba y Miel', 'Vidala Lima'],
  ['no índica relajante', 'Tormenta de Agosto', 'Noche de Esteros'],
]

/** By somebody who knew the catalogue and had not seen the search: what may come first. */
const BLIND: [question: string, first: string[]][] = [
  [
    'algo que aguante el frio de bariloche',
    ['Ceniza de Domuyo', 'Glaciar Mentol', 'Calafate Azul', 'Ruta 40 Auto'],
  ],
  ['faso tranqui pa la noche', ['Noche de Esteros', 'Siesta Litoral', 'Luz Mala']],
  [
    'inspiracion para pintar',
    ['Puna Violeta', 'Lapacho Rosa', 'Nordlys', 'Pampa Gringa', 'Calafate Azul', 'Salar Blanco'],
  ],
  [
    'pila para arrancar la mañana',
    ['Vidala Lima', 'Norte Grande Regular', 'Zonda Express', 'Nordlys', 'Ruta 40 Auto', 'Glaciar Mentol'],
  ],
  [
    'para cagarse de risa con amigos',
    ['Mburucuyá 33', 'Chamamé Auto', 'Fjellrose', 'Lapacho Rosa', 'Vidala Lima'],
  ],
  ['dolor de espalda', ['Yerba y Miel', 'Quebracho Viejo', 'Camalote Auto']],
  ['con bastante cbd que no pegue tanto', ['Yerba y Miel']],
  ['la q pega mas fuerte', ['Salar Blanco', 'Luz Mala']],
  ['feminisada thc 25 para arriba', ['Salar Blanco', 'Luz Mala', 'Yarará del Monte']],
  ['livianita para no colgar', ['Zonda Express', 'Camalote Auto', 'Yerba y Miel']],
  ['automaticas con 20 de thc o mas', ['Kverna Kompakt', 'Ruta 40 Auto']],
  ['olor a nafta', ['Salar Blanco', 'Yarará del Monte']],
  ['alguna alimonada', ['Vidala Lima', 'Luz Mala', 'Salar Blanco']],
  ['gusto a fruta de la pasion', ['Mburucuyá 33']],
  ['frutos rojos auto', ['Ruta 40 Auto']],
  ['terrosas', ['Tormenta de Agosto', 'Ruta 40 Auto']],
  ['dulce tipo postre', ['Arrope', 'Fjellrose', 'Kverna Kompakt', 'Yerba y Miel', 'Siesta Litoral']],
  ['auto sabor durasno', ['Crespín Auto', 'Mburucuyá 33']],
  ['mentoladas de exterior para neuquen', ['Glaciar Mentol', 'Luz Mala']],
  ['que no pase los 60 cm', ['Kverna Kompakt']],
  ['7 semanas de flora', ['Ceniza de Domuyo']],
  ['regular que vaya en indor', ['Calafate Azul', 'Quebracho Viejo']],
  ['ogkush', ['Kverna Kompakt']],
  ['cordon austrak automatica', ['Zonda Express', 'Ruta 40 Auto']],
  ['andina7', ['Puna Violeta', 'Salar Blanco']],
  ['gorro', ['Gorra Seis Gajos']],
  ['cenisa del domullo', ['Ceniza de Domuyo']],
  ['mburucuia', ['Mburucuyá 33']],
]

/** Of the same: found, after others that fit as well. */
const BLIND_FOUND: [question: string, finds: string[]][] = [
  [
    'no puedo dormir',
    ['Noche de Esteros', 'Luz Mala', 'Ceniza de Domuyo', 'Kverna Kompakt', 'Siesta Litoral'],
  ],
  [
    'soy de rio gallegos y nunca plante',
    ['Ruta 40 Auto', 'Siesta Litoral', 'Zonda Express', 'Ceniza de Domuyo', 'Kverna Kompakt'],
  ],
  [
    'relajantes',
    [
      'Siesta Litoral',
      'Noche de Esteros',
      'Kverna Kompakt',
      'Ceniza de Domuyo',
      'Arrope',
      'Tormenta de Agosto',
    ],
  ],
  ['citrica y que active', ['Vidala Lima', 'Norte Grande Regular', 'Yarará del Monte']],
  ['petisas para el placard', ['Kverna Kompakt', 'Zonda Express', 'Camalote Auto']],
  ['autos bajitas p balcon', ['Zonda Express', 'Camalote Auto', 'Siesta Litoral']],
]

/**
 * 28 of ten other buyers, written with the catalogue in sight and the search not: 10 of them found what they want first. After words were
 * taught ('primera', 'gasoil', 'machos', 'tumbe', 'bolsa', 're') these 15 did, 2 find it among the first (`FOUND`); most of the rest are in `LEARNT`.
 */
const ASKED: [question: string, first: string[]][] = [
  [
    'quiero mi primera auto',
    ['Camalote Auto', 'Siesta Litoral', 'Zonda Express', 'Ruta 40 Auto', 'Kverna Kompakt', 'Chamamé Auto'],
  ],
  ['fem sativa menos de 10 semanas', ['Mburucuyá 33', 'Pampa Gringa']],
  ['hibrida thc 23 o mas sin menta', ['Tormenta de Agosto', 'Fjellrose', 'Yarará del Monte']],
  ['nada de gasoil, algo con olor a vainilla', ['Kverna Kompakt']],
  ['sabor a cafe', ['Ceniza de Domuyo']],
  ['arandanos regular', ['Calafate Azul']],
  ['marakuya', ['Mburucuyá 33']],
  ['yerva mate', ['Yerba y Miel']],
  ['que rinda mas de 500 g', ['Yarará del Monte', 'Nordlys', 'Tormenta de Agosto', 'Salar Blanco']],
  ['kiero q me tumbe', ['Noche de Esteros', 'Luz Mala', 'Salar Blanco', 'Yarará del Monte']],
  ['que traiga machos', ['Norte Grande Regular', 'Quebracho Viejo', 'Calafate Azul']],
  ['gorrita', ['Gorra Seis Gajos']],
  ['bolsita de tela', ['Bolsa de Feria']],
  ['skunk', ['Nordlys']],
  ['noche esteros', ['Noche de Esteros']],
]

const FOUND: [question: string, finds: string[]][] = [
  ['para criar mis propias cruzas', ['Norte Grande Regular']],
  [
    'relajar despues del laburo',
    [
      'Siesta Litoral',
      'Noche de Esteros',
      'Kverna Kompakt',
      'Ceniza de Domuyo',
      'Arrope',
      'Tormenta de Agosto',
    ],
  ],
]

/** What the search learnt of what comes first, of plants outdoors, and of descriptions. */
const LEARNT: [question: string, first: string[]][] = [
  ['hongos humedad misiones', ['Mburucuyá 33', 'Noche de Esteros', 'Siesta Litoral']],
  ['anotador para el riego', ['Cuaderno de Cultivo']],
  ['una q este lista en 8 semanas desde semilla', ['Zonda Express']],
  ['planta de mas de 2 metros afuera', ['Norte Grande Regular', 'Vidala Lima']],
  ['limitada sabor frutilla', ['Lapacho Rosa']],
  ['edision limitada', ['Luz Mala', 'Lapacho Rosa', 'Salar Blanco', 'Fjellrose']],
  ['calor seco de san juan', ['Zonda Express']],
  [
    'tipo 20 de thc, ni floja ni re fuerte',
    [
      'Vidala Lima',
      'Lapacho Rosa',
      'Ruta 40 Auto',
      'Mburucuyá 33',
      'Arrope',
      'Pampa Gringa',
      'Siesta Litoral',
      'Kverna Kompakt',
    ],
  ],
  ['la que más rinde', ['Yarará del Monte']],
  ['plantas bajas', ['Kverna Kompakt']],
  ['que no crezca mucho', ['Kverna Kompakt']],
  ['pocas semanas de flora', ['Ceniza de Domuyo']],
  ['cosecha rápida', ['Zonda Express']],
  ['camiseta', ['Remera Surbrote']],
]

const EASY_AUTOS = [
  'Camalote Auto',
  'Siesta Litoral',
  'Zonda Express',
  'Ruta 40 Auto',
  'Kverna Kompakt',
  'Chamamé Auto',
  'Crespín Auto',
]
const EASY = [
  ...EASY_AUTOS,
  'Luz Mala',
  'Ceniza de Domuyo',
  'Arrope',
  'Noche de Esteros',
  'Glaciar Mentol',
  'Nordlys',
]
const LOW = ['Kverna Kompakt', 'Zonda Express', 'Camalote Auto', 'Crespín Auto']

/** Of a beginner, written before reading what the search knows: 9 of these 24 came first then. */
const BEGINNER: [question: string, first: string[]][] = [
  ['cual tiene mas thc', ['Salar Blanco']],
  ['la q mas pega', ['Salar Blanco']],
  ['una q no pegue tanto', ['Yerba y Miel', 'Camalote Auto']],
  ['la mas rapida para florecer', ['Ceniza de Domuyo']],
  ['semilla facil para arrancar', EASY],
  ['nunca plante q me recomendas', EASY],
  ['algo para dormir bien', ['Noche de Esteros', 'Luz Mala', 'Siesta Litoral']],
  ['para la ansiedad', ['Siesta Litoral', 'Noche de Esteros', 'Kverna Kompakt', 'Arrope', 'Calafate Azul']],
  ['para un balcon chico', LOW],
  ['planta baja para indoor', ['Kverna Kompakt']],
  ['la mas alta', ['Norte Grande Regular']],
  ['la mas rendidora para exterior', ['Norte Grande Regular']],
  ['algo dulce y frutal', ['Siesta Litoral', 'Arrope', 'Mburucuyá 33']],
  ['con gusto a limon', ['Luz Mala', 'Salar Blanco', 'Vidala Lima']],
  [
    'para el frio del sur',
    ['Arrope', 'Ceniza de Domuyo', 'Calafate Azul', 'Glaciar Mentol', 'Nordlys', 'Luz Mala'],
  ],
  ['automatica rapida', ['Zonda Express']],
  ['la que mas cbd tiene', ['Yerba y Miel']],
  ['mas cbd que thc', ['Yerba y Miel']],
  ['sativa pa el dia', ['Vidala Lima', 'Norte Grande Regular', 'Mburucuyá 33', 'Chamamé Auto']],
  ['para placard', LOW],
  ['la menos fuerte', ['Yerba y Miel']],
  ['q de muchos gramos', ['Yarará del Monte', 'Norte Grande Regular']],
  // Whose descriptions speak of pots.
  ['para plantar en maceta afuera', ['Camalote Auto', 'Yarará del Monte']],
]

/** What comes first by the order of facts, and what must not be found or not be first. */
const EXTREMES: [question: string, first: string][] = [
  ['altísima', 'Norte Grande Regular'],
  ['la que menos tarda', 'Zonda Express'],
  ['menor altura', 'Kverna Kompakt'],
  ['rinde mucho en exterior', 'Norte Grande Regular'],
  ['que no tarde', 'Zonda Express'],
  // Asks for no harvest, and 'baja' not for a low one.
  ['cosecha más rápida', 'Zonda Express'],
  ['baja que rinde', 'Kverna Kompakt'],
  // A name is a name.
  ['rápida austral', 'Ruta 40 Auto'],
]

/** What does not come first, and what does today, so that a better search is noticed: move the question. All words must be in a product. */
const NOT_YET: [question: string, wanted: string[], today?: string][] = [
  ['taza para el mate cocido', ['Taza de Cerámica']],
  ['genetica europea feminizada', ['Nordlys', 'Fjellrose']],
  ['hojas moradas', ['Puna Violeta']],
]

describe('what buyers ask of the demo shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('embedded')
    for (const { slug: _, brand: _brand, images: _images, ...product } of products)
      await shop.hasProduct(product)
  }, 180_000)
  afterAll(() => shop.close())

  const find = async (question: string) => {
    const { body } = await shop.anonymous.get(`/products/?search=${encodeURIComponent(question)}`)
    return (body as { name: string }[]).map(({ name }) => name)
  }

  it.each(QUESTIONS)('«%s» finds %s', async (question, finds, never) => {
    const names = await find(question)
    expect(names).toContain(finds)
    expect(names).not.toContain(never)
  })

  it.each(EXTREMES)('«%s» finds %s first', async (question, first) => {
    expect((await find(question))[0]).toBe(first)
  })

  it.each(FIRST)('«%s» finds %s first', async (question, first, never) => {
    const names = await find(question)
    expect(names[0]).toBe(first)
    expect(names).not.toContain(never)
  })

  it.each([...BLIND, ...ASKED, ...LEARNT, ...BEGINNER])(
    '«%s» finds one of %j first',
    async (question, first) => {
      expect(first).toContain((await find(question))[0])
    },
  )

  it.each([...BLIND_FOUND, ...FOUND])('«%s» finds one of %j', async (question, finds) => {
    expect((await find(question)).slice(0, 4).filter((name) => finds.includes(name))).not.toEqual([])
  })

  it.each(NOT_YET)('«%s» does not find one of %j first yet', async (question, wanted, today) => {
    const [first] = await find(question)
    expect(wanted).not.toContain(first)
    expect(first).toBe(today)
  })

  it('a question without a word of a seed finds all of them, as does the price, which visitors do not see', async () => {
    const seeds = await find('semillas')
    expect(seeds.length).toBeGreaterThan(20)
    for (const question of ['cuál me recomiendan', 'cual sale mas barata', 'la más cara', 'barato'])
      expect([question, await find(question)]).toEqual([question, seeds])
  })

  it('the cheapest or dearest come first for accounts alone', async () => {
    const customer = await shop.signIn()
    const pricesBy = async (question: string) => {
      const { body } = await customer.get(`/products/?search=${encodeURIComponent(question)}`)
      return (body as { min_price: number | null }[]).flatMap(({ min_price }) => min_price ?? [])
    }
    const prices = await pricesBy('la más barata')
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(await pricesBy('la mas cara')).toEqual(prices.toReversed())
  })

  it('words that no product has are left out together', async () => {
    const search = 'libreta con renglones fosforescentes'
    const { body } = await shop.anonymous.get(
      `/products/facets/?search=${encodeURIComponent(search)}&type=merch`,
    )
    expect(body.ways[0]).toMatchObject({ label: 'renglones, fosforescentes', search: 'libreta' })
  })
})

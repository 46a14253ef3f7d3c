import { describe, expect, it } from 'vitest'
import { partsOf, stemOf } from './understand.ts'

const synonyms = new Map(
  [
    { word: 'relajante', means: ['reposad', 'seren'] },
    { word: 'frutos rojos', means: ['mora'] },
  ].map((row) => [stemOf(row.word), row]),
)
const wordsIn = (search: string) => partsOf(search, synonyms).map(({ word }) => word)
const factsIn = (search: string) => partsOf(search, synonyms).map(({ label }) => label)

describe('the words of a search', () => {
  it.each([
    ['semilla de puna', ['puna']],
    ['Puna x3', ['puna']],
    ['sobre de la puna x 5', ['puna']],
    ['semillas de 5', ['x5']],
    ['cinco semillas', ['x5']],
    ['puna 3 semillas', ['puna']],
    ['semillas', ['semillas']],
    ['de la', ['de', 'la']],
    ['AK-47', ['ak47']],
    ['limón, menta', ['limon', 'menta']],
    ['x3', ['x3']],
  ])('of %s are those that not every seed has, without marks', (search, words) => {
    expect(wordsIn(search)).toEqual(words)
  })

  it('have relatives in any gender and number, also of two words', () => {
    expect(partsOf('relajantes', synonyms)).toMatchObject([
      { word: 'relajantes', relatives: ['reposad', 'seren'] },
    ])
    expect(partsOf('semillas de frutos rojos', synonyms)).toMatchObject([
      { word: 'frutos rojos', relatives: ['mora'] },
    ])
    expect(partsOf('rojos', synonyms)).toEqual([{ typed: 'rojos', label: 'rojos', word: 'rojos' }])
  })

  it('have the relatives of what they begin while they are the last ones', () => {
    expect(partsOf('relaj', synonyms)).toMatchObject([{ word: 'relaj', relatives: ['reposad', 'seren'] }])
    expect(partsOf('puna frutos roj', synonyms)).toMatchObject([{ word: 'puna' }, { relatives: ['mora'] }])
    for (const search of ['relaj puna', 'rel'])
      expect(partsOf(search, synonyms)[0]).not.toHaveProperty('relatives')
  })

  it('are at most eight, each once', () => {
    expect(wordsIn('luz luz mala')).toEqual(['luz', 'mala'])
    expect(wordsIn(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8)
    expect(wordsIn('  ')).toEqual([])
  })
})

describe('numbers with a unit', () => {
  it.each([
    ['thc 20', 'THC 20 %'],
    ['20% THC', 'THC 20 %'],
    ['25 % de thc', 'THC 25 %'],
    ['THC: 20,5%', 'THC 20,5 %'],
    ['thc más de 20', 'THC 20 % o más'],
    ['más de 20 % de thc', 'THC 20 % o más'],
    ['THC 25 % o más', 'THC 25 % o más'],
    ['20 de thc o más', 'THC 20 % o más'],
    ['thc 25 para arriba', 'THC 25 % o más'],
    ['no más de 8 semanas', 'Floración de menos de 8 semanas'],
    ['no pase los 60 cm', 'Altura de menos de 60 cm'],
    ['thc 18-22', 'THC de 18 a 22 %'],
    ['cbd hasta 1', 'CBD de menos de 1 %'],
    ['9 semanas', 'Floración 9 semanas'],
    ['menos de 8 semanas', 'Floración de menos de 8 semanas'],
    ['60 días', 'Floración 60 días'],
    ['siete semanas', 'Floración 7 semanas'],
    ['hasta 1 metro', 'Altura de menos de 100 cm'],
    ['mas de 500 g/m²', 'Rinde 500 g/m² o más'],
  ])('in %s ask for %s', (search, label) => {
    expect(factsIn(search)).toEqual([label])
  })

  it('stand beside words', () => {
    expect(factsIn('luz mala floración de menos de 8 semanas thc 20')).toEqual([
      'luz',
      'mala',
      'THC 20 %',
      'Floración de menos de 8 semanas',
    ])
  })

  it.each(['ak47', 'northern 5', 'g13', '3 m3n', 'thc', '47'])('are not in %s', (search) => {
    expect(partsOf(search, synonyms).every(({ range }) => range === undefined)).toBe(true)
  })
})

describe('what a search does not want', () => {
  const known = new Map(
    [
      { word: 'citrico', means: ['limon', 'menta', 'thc desde 24'] },
      { word: 'no muy fuerte', means: ['suave'] },
      { word: 'no dolor', means: ['cbd desde 1'] },
    ].map((row) => [stemOf(row.word), row]),
  )
  it.each([
    ['sin limón', [{ typed: 'sin limon', without: ['limon'] }]],
    ['sin limones ni menta', [{ without: ['limon'] }, { without: ['ment'] }]],
    ['que no huela a limón o menta', [{ without: ['limon'] }, { without: ['ment'] }]],
    ['no sea índica', [{ without: ['mayormente indica'] }]],
    ['no muy fuerte', [{ relatives: ['suave'] }]],
    ['sin dolor', [{ relatives: ['cbd desde 1'] }]],
    // Nobody knows what it is, so the rest is asked for.
    ['noche sin luna', [{ word: 'noche' }, { word: 'luna' }]],
    ['sin thc', [{ scales: [{ of: 'thc', way: 'least' }] }]],
    ['no tiene cbd', [{ scales: [{ of: 'cbd', way: 'least' }] }]],
    ['que no sea cara', [{ scales: [{ of: 'price', way: 'least' }] }]],
    ['la menos cara limón', [{ scales: [{ of: 'price', way: 'least' }] }, { word: 'limon' }]],
    ['no puedo dormir', [{ word: 'dormir' }]],
  ])('«%s»', (search, parts) => {
    const read = partsOf(search, known)
    expect(read).toMatchObject(parts)
    expect(read).toHaveLength(parts.length)
    // As the ways on write it again.
    expect(partsOf(read.map(({ typed }) => typed).join(' '), known)).toMatchObject(parts)
  })

  it.each([
    ['menta o pino', ['menta', 'pino']],
    ['menta o pino o limón', ['menta', 'pino', 'limon']],
  ])('«%s» asks for either', (search, any) => {
    expect(partsOf(search, known)).toHaveLength(1)
    expect(partsOf(search, known)[0]?.relatives).toEqual(expect.arrayContaining(any))
  })
})

import { describe, expect, it } from 'vitest'
import { decodeSheet, readSheet } from './sheet-file.ts'

describe('decodeSheet', () => {
  it('reads UTF-8, and the encoding of older versions of Excel', () => {
    expect(decodeSheet(new TextEncoder().encode('Ñandú'))).toBe('Ñandú')
    expect(decodeSheet(Buffer.from('\uFEFFÑandú', 'utf16le'))).toBe('Ñandú')
    expect(decodeSheet(Buffer.from('\uFEFFÑandú', 'utf16le').swap16())).toBe('Ñandú')
    expect(decodeSheet(Uint8Array.from([0xd1, 0x61, 0x6e, 0x64, 0xfa]))).toBe('Ñandú')
  })
})

const HEAD = 'SKU;Nombre;Tipo;Semillas;Precio;Stock'
const ROW = 'Q-1;Puna;fem;3;1000;5'

describe('readSheet', () => {
  it.each([
    ['a line that names the separator', `sep=;\r\n${HEAD}\r\n${ROW}\r\n`],
    ['the same in quotes, with commas', `\uFEFF"sep=,"\n${HEAD}\n${ROW}`.replaceAll(';', ',')],
    ['lines of an older Mac', `${HEAD}\r${ROW}\r`],
    ['empty columns at the end', `${HEAD};;;\r\n${ROW};;;\r\n`],
  ])('reads %s', async (_, text) => {
    const { rows, problems } = await readSheet(text)
    expect(problems.first()).toEqual([])
    expect(rows).toMatchObject([
      { row: 2, product: { sku: 'Q-1', name: 'Puna' }, blister: { price: 1000, stock: 5 } },
    ])
  })

  it.each([
    ['SKU', '7,79E+12', 'lo convirtió'],
    ['Floración', '08-oct', 'lo convirtió'],
    ['Altura interior', 'oct-08', 'lo convirtió'],
    ['THC', '8/10/2026', 'lo convirtió'],
    ['THC', '8/10/26', 'lo convirtió'],
    ['Floración', '08/10/26', 'lo convirtió'],
    ['Floración', '2026-10-08', 'lo convirtió'],
    ['Altura exterior', '08-10-2026', 'lo convirtió'],
    ['Talle', '08/10/2026 0:00', 'lo convirtió'],
    ['Talle presentación', '2026-10-08 00:00:00', 'lo convirtió'],
    ['THC', '#N/A', 'error de una fórmula'],
    ['Genotipo', '#¿NOMBRE?', 'error de una fórmula'],
    ['Precio', '#¡REF!', 'error de una fórmula'],
    ['Stock', '#####', 'error de una fórmula'],
  ])('refuses what a spreadsheet left in %s: %s', async (header, cell, text) => {
    const { problems } = await readSheet(`ID;${header}\n1;"${cell}"`)
    expect(problems.first()).toEqual([{ row: 2, text: expect.stringContaining(text) }])
    expect(problems.first()[0]?.text).toContain(cell)
  })

  it.each([
    '8-10 semanas',
    '20 %',
    'E+ Haze',
    'Nº 5',
    '#1 Cookies',
    'Ene',
    '10/12',
    '8-10-12',
    '18/20/22 %',
    'O’Higgins',
    'D’Angelo',
    'L’Or',
    'Jack’s',
    'rock ’n’ roll',
    'Jack’O’Lantern',
    '¡Nueva!',
    '¿Índica?',
    'índica–sativa',
    'Blue–Dream',
    'septiembre–enero',
    'Sativa\u00a0índica',
    '60\u00a0cm\u00a0de alto',
    'Três Pontas',
    'Città',
    'KÖLN',
    'Français',
    'Živa',
    '5 µg',
    '‚así‘',
    '„así“',
    'Nota ‡',
    'CAFÉ ÑANDÚ',
    'Ñandú',
  ])('keeps the text %s', async (cell) => {
    expect((await readSheet(`ID;Genotipo\n1;"${cell}"`)).problems.first()).toEqual([])
  })

  it.each([
    ['UTF-8 read twice', new TextEncoder().encode('ID;Nombre\n1;FloraciÃ³n')],
    ['MacRoman', Buffer.from('ID;Nombre\n1;Floraci\x97n', 'latin1')],
    ['cp850', Buffer.from('ID;Nombre\n1;Floraci\xa2n', 'latin1')],
  ])('notices %s', async (_, bytes) => {
    expect((await readSheet(decodeSheet(bytes))).problems.first()).toEqual([
      { row: 2, text: expect.stringContaining('Guardala como «CSV UTF-8»') },
    ])
  })

  it.each([
    'R¡o',
    'Autom\u00a0tica',
    'F\u00a0cil',
    'Caf‚',
    'Man¡',
    '¡ndica',
    'Öndica',
    'FLORACIàN',
    'ESPA¥A',
    'CAF\u0090',
    'R’o',
    '60 d’as',
    'h’brida',
    'Espa–ola',
    'oto–o',
    'Maracuy‡',
    'CafŽ',
    'êndica',
    'FLORACIîN',
    'MçS',
    'ESPA„A',
  ])('notices the word %s of cp850 or MacRoman', async (cell) => {
    expect((await readSheet(`ID;Nombre\n1;${cell}`)).problems.first()).toEqual([
      { row: 2, text: expect.stringContaining(`«${cell.replace(/^60 /, '')}» no se lee bien`) },
    ])
  })

  it('lets others in while it reads thousands of rows, and counts them all', async () => {
    let turns = 0
    const turn = setInterval(() => (turns += 1), 1)
    const rows = Array.from({ length: 20_000 }, (_, n) => `Q-${n};"Puna; ""${n}"" a\nb";fem;3;1000;5`)
    const read = await readSheet([HEAD, ...rows].join('\n'))
    clearInterval(turn)
    expect(turns).toBeGreaterThan(1)
    expect(read.problems.count).toBe(0)
    expect(read.rows.map(({ row, product }) => [row, product['sku'], product['name']])).toEqual(
      rows.map((_, n) => [n + 2, `Q-${n}`, `Puna; "${n}" a\nb`]),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { formatAmount } from '../../../contract/money.ts'
import { parseAmount } from '../../../contract/amounts.ts'
import { amountText, tidyNumber } from './amounts.ts'
import { pastedBlisters } from './pasted-blisters.ts'
import {
  type BlisterDraft,
  copyOf,
  emptyDraft,
  errorsOf,
  finalPriceOf,
  inputOf,
  isSameDraft,
  isSaved,
  lackedWhenShown,
  newBlister,
  type ProductDraft,
} from './product-draft.ts'
import { productMerge } from './product-merge.ts'

const row = (values: Partial<BlisterDraft>): BlisterDraft => ({
  ...newBlister(),
  seed_count: '3',
  price: '18.400',
  stock: '10',
  ...values,
})
const draft = (values: Partial<ProductDraft>): ProductDraft => ({ ...emptyDraft(), name: 'Puna', ...values })

describe('amountText', () => {
  it('is read back', () => {
    for (const value of [0, 9, 1000, 18400.5, 99_999_999.99])
      expect(parseAmount(amountText(value))).toBe(value)
  })
})

describe('copyOf', () => {
  it('is a hidden product without the code, units and pictures of the other', () => {
    const blister = {
      id: 7,
      seed_count: 3,
      size: '',
      price: 18_400,
      stock: 10,
      discount: 5,
      image: '/b.webp',
    }
    const shares = { brand_id: null, sativa: null, indica: null }
    const product = {
      ...emptyDraft(),
      ...shares,
      name: 'Puna',
      sku: 'PU-3',
      image: '/a.webp',
      blisters: [blister],
    }
    // safe: the fields that a draft reads
    const copy = copyOf(product as unknown as Product)
    expect(copy).toMatchObject({
      name: 'Puna (copia)',
      sku: '',
      available: false,
      images: [null, null, null],
    })
    expect(copy.blisters).toMatchObject([
      { id: undefined, seed_count: '3', price: '18.400', stock: '0', stockLoaded: undefined, image: null },
    ])
  })
})

describe('errorsOf', () => {
  it('requires the name and the numbers of each presentation', () => {
    const errors = errorsOf(draft({ name: ' ', blisters: [newBlister({ discount: 'mucho' })] }))
    expect(Object.keys(errors)).toEqual([
      'name',
      'blisters.0.seed_count',
      'blisters.0.price',
      'blisters.0.stock',
      'blisters.0.discount',
    ])
  })

  it('refuses a second presentation with the same seeds', () => {
    const row = { seed_count: '3', price: '1', stock: '1' }
    expect(errorsOf(draft({ blisters: [newBlister(row), newBlister(row)] }))).toEqual({
      'blisters.1.seed_count': 'Ya hay una presentación X3',
    })
  })

  it('requires no seeds of merchandise, and a size only of several presentations', () => {
    const merch = (...sizes: string[]) =>
      errorsOf(draft({ type: 'merch', blisters: sizes.map((size) => row({ seed_count: '', size })) }))
    expect(merch('')).toEqual({})
    expect(merch('Único')).toEqual({})
    expect(merch('S', 'M')).toEqual({})
    expect(merch('Niños 8', ' ', 'ninos 8 ')).toEqual({
      'blisters.1.size': 'El talle es requerido',
      'blisters.2.size': 'Ya hay un talle ninos 8',
    })
  })

  it('refuses fractions of a unit', () => {
    expect(errorsOf(draft({ blisters: [row({ stock: '2,5' })] }))).toEqual({
      'blisters.0.stock': 'El stock debe ser un número entero',
    })
  })

  it('refuses a discount that would be stored as another one', () => {
    const discountError = (discount: string) =>
      errorsOf(draft({ blisters: [row({ discount })] }))['blisters.0.discount']
    for (const wrong of ['99,995', '0,0000001'])
      expect(discountError(wrong)).toBe(
        'El descuento debe ser un porcentaje entre 0 y 100, con dos decimales a lo sumo',
      )
    // The form clamps to 0 to 100, also when it is saved before the field is left.
    for (const right of ['', '0', '33,33', '20 %', '100', '140', '-1'])
      expect(discountError(right)).toBeUndefined()
  })

  it('refuses a price of fractions of a centavo', () => {
    expect(errorsOf(draft({ blisters: [row({ price: '18.400,5051' })] }))).toEqual({
      'blisters.0.price': 'El precio puede tener dos decimales a lo sumo',
    })
  })

  it('names the invalid share', () => {
    expect(errorsOf(draft({ indica: '150', sativa: 'mitad', blisters: [] }))).toEqual({
      indica: 'La proporción índica debe ser un porcentaje entre 0 y 100, con dos decimales a lo sumo',
      sativa: 'La proporción sativa debe ser un porcentaje entre 0 y 100, con dos decimales a lo sumo',
    })
  })
})

describe('inputOf', () => {
  it('sends a clamped discount, with or without its sign', () => {
    const sent = ['140', '-1', '20 %'].map(
      (discount) => inputOf(draft({ blisters: [row({ discount })] })).blisters[0]?.discount,
    )
    expect(sent).toEqual([100, 0, 20])
  })

  it('sends the stock with the loaded stock, and the discount as typed', () => {
    const [blister] = inputOf(
      draft({ blisters: [row({ id: 7, stockLoaded: 4, discount: '12,25' })] }),
    ).blisters
    expect(blister).toEqual({
      id: 7,
      seed_count: 3,
      size: '',
      price: 18400,
      stock: 10,
      stock_loaded: 4,
      discount: 12.25,
      image: null,
    })
  })

  it('sends version and nationality as they were loaded', () => {
    const loaded = { version: 3, is_national: false }
    expect(inputOf(draft({}), loaded)).toMatchObject(loaded)
  })

  it('sends merchandise with presentations of one unit and their sizes', () => {
    const { blisters } = inputOf(draft({ type: 'merch', blisters: [row({ size: 'S' }), row({ size: 'M' })] }))
    expect(blisters).toMatchObject([
      { seed_count: 1, size: 'S' },
      { seed_count: 1, size: 'M' },
    ])
  })
})

describe('finalPriceOf', () => {
  it('rounds as the server does', () => {
    expect(finalPriceOf({ price: '1.000,01', discount: '33' })).toBe(670.01)
    expect(finalPriceOf({ price: '', discount: '10' })).toBeUndefined()
  })
})

describe('isSameDraft', () => {
  it('ignores the notation of numbers', () => {
    const one = draft({ blisters: [row({ key: 'a' })] })
    expect(isSameDraft(one, { ...one, blisters: [row({ key: 'a', price: '18400', discount: '0' })] })).toBe(
      true,
    )
    expect(isSameDraft(one, { ...one, highlighted: true })).toBe(false)
  })
})

describe('the picture of a presentation', () => {
  const image = '/media/product/sobre-x5/1000.webp'
  const loaded = row({ id: 7, key: '7', stockLoaded: 10 })
  const base = draft({ blisters: [loaded] })
  const shown = { ...base, blisters: [{ ...loaded, image }] }

  it('is sent, and a change to save', () => {
    expect(inputOf(shown).blisters).toMatchObject([{ id: 7, image }])
    expect(isSameDraft(base, shown)).toBe(false)
  })

  it('is merged with what another person saved', () => {
    const theirs = { ...base, blisters: [{ ...loaded, price: '20.000' }] }
    expect(productMerge({ base, mine: shown, theirs }).merged.blisters).toMatchObject([
      { image, price: '20.000' },
    ])
    const other = { ...base, blisters: [{ ...loaded, image: '/media/product/otra/1000.webp' }] }
    const { conflicts } = productMerge({ base: shown, mine: base, theirs: other })
    expect(conflicts.map(({ label, mine }) => [label, mine])).toEqual([
      ['Presentación X3, imagen', 'ninguna'],
    ])
  })
})

describe('THC and CBD', () => {
  it.each([
    ['20', '20 %'],
    ['18,5-22', '18,5-22 %'],
    ['20 %', '20 %'],
    ['bajo', 'bajo'],
    ['', ''],
  ])('«%s» is saved as «%s»', (thc, saved) => {
    expect(inputOf(draft({ thc })).thc).toBe(saved)
    expect(errorsOf(draft({ thc }))).not.toHaveProperty('thc')
  })

  it.each(['150', '20 a 240 %'])('«%s» is refused', (cbd) => {
    expect(errorsOf(draft({ cbd }))).toHaveProperty('cbd', 'El CBD no puede superar 100')
  })
})

describe('isSaved', () => {
  const sent = draft({ blisters: [row({ id: 4, stock: '15' }), row({ seed_count: '10', discount: '' })] })
  const ids = (stock: string) => [row({ id: 9, seed_count: '10', discount: '0' }), row({ id: 4, stock })]

  it('recognises the sent values when new presentations have ids', () => {
    expect(isSaved(sent, { ...sent, blisters: ids('15') })).toBe(true)
  })

  it('recognises a percentage that was sent without its sign', () => {
    expect(isSaved({ ...sent, thc: '19' }, { ...sent, thc: '19 %', blisters: ids('15') })).toBe(true)
  })

  it('rejects a concurrent save', () => {
    expect(isSaved(sent, { ...sent, blisters: ids('14') })).toBe(false)
    expect(isSaved(sent, { ...sent, blisters: ids('15'), thc: '19 %' })).toBe(false)
    expect(isSaved(sent, { ...sent, blisters: ids('15').slice(1) })).toBe(false)
  })
})

describe('pastedBlisters', () => {
  it('reads rows of a spreadsheet, with or without titles', () => {
    const rows = pastedBlisters('Semillas\tPrecio\tStock\tDescuento\nX3\t$ 18.400\t10\t20 %\r\n5\t29000\t4\n')
    expect(
      rows.map(({ seed_count, price, stock, discount }) => [seed_count, price, stock, discount]),
    ).toEqual([
      ['3', '18.400', '10', '20'],
      ['5', '29.000', '4', ''],
    ])
  })

  it('leaves a single word alone', () => {
    expect(pastedBlisters('18400')).toEqual([])
    expect(pastedBlisters('XL\t24500\t3', true)).toMatchObject([{ size: 'XL', price: '24.500', stock: '3' }])
  })
})

describe('productMerge', () => {
  const loaded = row({ id: 7, key: '7', stockLoaded: 10 })
  const base = draft({ blisters: [loaded] })

  it('keeps changes made on one side only', () => {
    const { merged, conflicts, taken } = productMerge({
      base,
      mine: { ...base, genotype: 'Kush' },
      theirs: { ...base, thc: '22 %', blisters: [{ ...loaded, price: '20.000' }] },
    })
    expect(conflicts).toEqual([])
    expect(merged).toMatchObject({ genotype: 'Kush', thc: '22 %', blisters: [{ price: '20.000' }] })
    expect(taken).toEqual(['THC: 22 %', 'Presentación X3, precio: 20.000'])
  })

  it('reports conflicts, and applies either choice', () => {
    const { merged, conflicts } = productMerge({
      base,
      mine: { ...base, blisters: [{ ...loaded, price: '19.000' }] },
      theirs: { ...base, blisters: [{ ...loaded, price: '20.000' }] },
    })
    expect(conflicts.map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
      ['Presentación X3, precio', '19.000', '20.000'],
    ])
    expect(merged.blisters[0]?.price).toBe('19.000')
    expect(conflicts[0]?.takeTheirs(merged).blisters[0]?.price).toBe('20.000')
  })

  it('adds my difference of stock to the current stock', () => {
    const theirs = { ...base, blisters: [{ ...loaded, stock: '7', stockLoaded: 7 }] }
    const mine = { ...base, blisters: [{ ...loaded, stock: '15' }] }
    const { merged, taken } = productMerge({ base, mine, theirs })
    expect(merged.blisters[0]).toMatchObject({ stock: '12', stockLoaded: 7 })
    expect(taken).toEqual(['Presentación X3, stock: 7 ahora, 12 con mi cambio'])
    expect(productMerge({ base, mine, theirs: base }).taken).toEqual([])
    expect(productMerge({ base, mine: base, theirs }).taken).toEqual([])
  })

  it('reports a presentation removed on one side and changed on the other', () => {
    const changed = { ...base, blisters: [{ ...loaded, price: '20.000' }] }
    const removed = { ...base, blisters: [] }
    const mine = productMerge({ base, mine: changed, theirs: removed })
    expect(mine.merged.blisters).toMatchObject([{ id: undefined, price: '20.000' }])
    expect(mine.conflicts[0]?.takeTheirs(mine.merged).blisters).toEqual([])
    const theirs = productMerge({ base, mine: removed, theirs: changed })
    expect(theirs.merged.blisters).toEqual([])
    expect(theirs.conflicts[0]?.takeTheirs(theirs.merged).blisters).toMatchObject([{ id: 7 }])
  })
})

describe('a price', () => {
  it.each([
    ['18400', '18.400'],
    ['18400.5', '18.400,50'],
    ['0,1', '0,10'],
    ['1,005', '1,005'],
    ['mucho', 'mucho'],
  ])('%s becomes %s when the field is left', (typed, tidy) =>
    expect(tidyNumber(typed, formatAmount)).toBe(tidy),
  )
})

describe('lackedWhenShown', () => {
  const whole = { ...emptyDraft(), brand_id: '1' }
  it('names what customers would miss', () => {
    expect(lackedWhenShown(whole)).toBeUndefined()
    expect(lackedWhenShown({ ...whole, brand_id: '' })).toBe('marca')
    expect(lackedWhenShown({ ...whole, blisters: [] })).toBe('presentaciones')
    expect(lackedWhenShown({ ...whole, brand_id: '', blisters: [] })).toBe('marca ni presentaciones')
  })
  it('asks nothing of a hidden product', () => {
    expect(lackedWhenShown({ ...whole, available: false, brand_id: '', blisters: [] })).toBeUndefined()
  })
})

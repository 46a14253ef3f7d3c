import { describe, expect, it } from 'vitest'
import { LOGO_BYTES } from '../../../contract/limits.ts'
import { brandStock, cardDescription, hardlySeenOn, inWordsOfBanks, logoFileError } from './brand-words.ts'

describe('cardDescription', () => {
  it('has a fallback for a missing description', () => {
    expect(cardDescription('  ')).toBe('Sin descripción')
  })

  it('leaves 100 characters alone and cuts 101 between words', () => {
    expect(cardDescription('a'.repeat(100))).toHaveLength(100)
    const cut = cardDescription('palabra '.repeat(20))
    expect(cut.length).toBeLessThanOrEqual(100)
    expect(cut).toMatch(/palabra…$/)
  })

  it('counts characters, not their halves', () => {
    expect(cardDescription('🌱'.repeat(100))).toBe('🌱'.repeat(100))
    expect([...cardDescription('🌱'.repeat(101))]).toHaveLength(100)
  })
})

describe('brandStock', () => {
  it('is red at 0, yellow under 10, else green', () => {
    expect([0, 9, 10].map((stock) => brandStock(stock).tone)).toEqual(['err', 'warn', 'ok'])
  })
})

describe('logoFileError', () => {
  it('takes 2 MB and no byte more', () => {
    expect(logoFileError({ type: 'image/png', size: LOGO_BYTES })).toBeUndefined()
    expect(logoFileError({ type: 'image/png', size: LOGO_BYTES + 1 })).toBe(
      'La imagen no debe superar los 2MB',
    )
  })
})

describe('hardlySeenOn', () => {
  const all = (...rgba: number[]) => Array.from({ length: 100 }, () => rgba).flat()

  it('finds a white logo on white and a dark one on dark', () => {
    expect(hardlySeenOn(all(255, 255, 255, 255))).toEqual(['claro'])
    expect(hardlySeenOn(all(16, 35, 27, 255))).toEqual(['oscuro'])
  })

  it('finds nothing wrong with a middle tone, and everything with an empty picture', () => {
    expect(hardlySeenOn(all(200, 80, 40, 255))).toEqual([])
    expect(hardlySeenOn(all(0, 0, 0, 0))).toEqual(['claro', 'oscuro'])
  })
})

describe('inWordsOfBanks', () => {
  it.each([
    ['Ya existe una marca con ese nombre', 'Ya existe un banco con ese nombre'],
    ['No se puede eliminar la marca: tiene 2 productos', 'No se puede eliminar el banco: tiene 2 productos'],
    ['Marca no encontrada', 'Banco no encontrado'],
    ['El nombre es requerido', 'El nombre es requerido'],
  ])('says %s as %s', (said, shown) => {
    expect(inWordsOfBanks(said)).toBe(shown)
  })
})

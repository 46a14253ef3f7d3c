import { describe, expect, it } from 'vitest'
import { matches } from './palette-commands.ts'

describe('matches', () => {
  it.each([
    ['Garantías', 'gar'],
    ['Productos sin stock', 'sin pro'],
    ['Mburucuyá 33', 'mburucuya 3'],
    ['Calafate × Austral 11', 'austral'],
    ['Garantías', ''],
    ['Garantías', ' × '],
  ])('finds %s by %j', (name, text) => {
    expect(matches(name, text)).toBe(true)
  })

  it.each([
    ['Productos', 'tos'],
    ['Garantías', 'garx'],
    ['Productos sin stock', 'sin pre'],
  ])('does not find %s by %j', (name, text) => {
    expect(matches(name, text)).toBe(false)
  })
})

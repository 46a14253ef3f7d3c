import { formatNumber } from './place.ts'

/**
 * Error texts for the fields of every form and schema. `name` is the field at the start of a sentence, with its article:
 * 'El nombre', 'La descripción', 'Los aromas'.
 */
export function missing(name: string): string {
  return `${name} ${isMany(name) ? 'son' : 'es'} requerid${/^Las? /.test(name) ? 'a' : 'o'}${isMany(name) ? 's' : ''}`
}

const isMany = (name: string) => /^L[ao]s /.test(name)

/** 'El nombre no puede', 'Los aromas no pueden' */
export function cannot(name: string): string {
  return `${name} no ${isMany(name) ? 'pueden' : 'puede'}`
}

/** 'El nombre debe', 'Los aromas deben' */
export function must(name: string): string {
  return `${name} ${isMany(name) ? 'deben' : 'debe'}`
}

/** Spaces and signs that nobody sees, such as a zero-width space or an empty Braille cell, make no text. */
export function requiredError(typed: string, name: string): string | undefined {
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(typed) ? undefined : missing(name)
}

/** For a field called 'El nombre': of a product, a brand, a person. */
export function nameError(typed: string): string | undefined {
  return requiredError(typed, NAME)
}

export const NAME = 'El nombre'
export const DESCRIPTION = 'La descripción'

export function tooShort(name: string, min: number): string {
  return `${must(name)} tener al menos ${min} caracteres`
}

export function tooLong(name: string, max: number): string {
  return `${cannot(name)} superar los ${max} caracteres`
}

export function notANumber(name: string): string {
  return `${must(name)} ser un número`
}

export function notWhole(name: string): string {
  return `${must(name)} ser un número entero`
}

export function tooSmall(name: string, min: number): string {
  return min === 0
    ? `${name} no puede ser ${name.startsWith('La ') ? 'negativa' : 'negativo'}`
    : `${must(name)} ser al menos ${formatNumber(min)}`
}

export function tooLarge(name: string, max: number): string {
  return `${cannot(name)} superar ${formatNumber(max)}`
}

/** For limits that no real value reaches, so the text need not name them. */
export function tooHigh(name: string): string {
  return `${name} es demasiado alto`
}

export const DAY_TOO_LATE = 'La fecha es demasiado lejana'

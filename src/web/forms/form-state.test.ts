import { describe, expect, it } from 'vitest'
import { Refusal } from '../data/api.ts'
import {
  afterChange,
  afterFailure,
  afterLeaving,
  afterNews,
  afterSave,
  failureOf,
  ownerByName,
  shownErrors,
  startOf,
} from './form-state.ts'

const start = startOf(1, { name: '', price: '10', rows: ['a'] })
const change = (part: Partial<typeof start.values>, field?: string) => ({
  after: (state: typeof start) => afterChange(state, part, { field, ownerOf: ownerByName }),
})
const wrong = { name: 'El nombre es requerido', price: undefined, 'rows.0': 'Corta' }
const refusal = (errors: Record<string, string[]>) =>
  new Refusal(400, { error: 'Datos inválidos', code: 'VALIDATION', errors })

describe('errors of a form', () => {
  it('are hidden until a field is left or a submit fails', () => {
    expect(shownErrors(start, wrong)).toEqual({})
    expect(shownErrors(afterFailure(start, { fields: {}, general: [] }), wrong)).toEqual({
      name: 'El nombre es requerido',
      'rows.0': 'Corta',
    })
  })

  it('appear when an edited field is left, not when an empty one is skipped', () => {
    expect(shownErrors(afterLeaving(start, 'name', ''), wrong)).toEqual({})
    const emptied = afterLeaving(change({ name: '' }).after(start), 'name', '')
    expect(shownErrors(emptied, wrong)).toEqual({ name: 'El nombre es requerido' })
    const cell = afterLeaving(change({ rows: [''] }, 'rows.0').after(start), 'rows.0', '')
    expect(shownErrors(cell, wrong)).toEqual({ 'rows.0': 'Corta' })
  })

  it('of the server take precedence over the form’s own until their field changes', () => {
    const failure = failureOf(refusal({ name: ['Ya existe'], 'rows.0': ['Larga', 'Rara'] }), start.values)
    const failed = afterFailure(start, failure)
    expect(shownErrors(failed, wrong)).toEqual({ name: 'Ya existe', 'rows.0': 'Larga. Rara' })
    const changed = change({ name: 'Otro', rows: ['b'] }).after(failed)
    expect(shownErrors(changed, { ...wrong, name: undefined })).toEqual({ 'rows.0': 'Corta' })
  })

  it('are limited to the fields of the last submit when it names them', () => {
    const tried = afterFailure(start, { fields: {}, general: [], asked: ['name'] })
    expect(shownErrors(tried, wrong)).toEqual({ name: 'El nombre es requerido' })
    expect(shownErrors(afterLeaving(tried, 'rows.0', 'a'), wrong)).toEqual({
      name: 'El nombre es requerido',
      'rows.0': 'Corta',
    })
  })

  it('are reset with the values', () => {
    const failed = afterFailure(start, { fields: { name: 'Ya existe' }, general: [] })
    expect(shownErrors(startOf(failed.base, failed.values), wrong)).toEqual({})
  })
})

describe('failureOf', () => {
  it('collects errors without a field of the form', () => {
    const failure = failureOf(refusal({ name: ['Ya existe'], version: ['Es vieja'] }), start.values)
    expect(failure).toMatchObject({ fields: { name: 'Ya existe' }, general: ['Es vieja'] })
  })

  it('uses the message when no field is named', () => {
    const refused = new Refusal(409, { error: 'Hay cuatro', code: 'LIMIT_REACHED' })
    expect(failureOf(refused, start.values)).toMatchObject({ fields: {}, general: ['Hay cuatro'] })
    expect(failureOf(new Error('Sin lugar'), start.values).general).toEqual(['Sin lugar'])
  })

  it('maps a refusal without fields to the field of its code', () => {
    const refused = new Refusal(400, { error: 'No es correcta', code: 'WRONG_PASSWORD' })
    const failure = failureOf(refused, start.values, ownerByName, { WRONG_PASSWORD: 'name' })
    expect(failure).toMatchObject({ fields: { name: 'No es correcta' }, general: [] })
  })

  it('finds the value of a field with another name', () => {
    const ownerOf = (field: string) => (field === 'row_2' ? 'rows' : field)
    expect(failureOf(refusal({ row_2: ['Corta'] }), start.values, ownerOf).fields).toEqual({ row_2: 'Corta' })
  })
})

describe('afterSave', () => {
  const sent = { name: 'Ana', price: '10', rows: ['a'] }
  const saved = { base: 2, values: { name: 'Ana', price: '10,00', rows: ['a, con id'] } }

  it('has the saved values', () => {
    expect(afterSave({ ...start, values: sent }, saved, sent)).toMatchObject({ ...saved, isSaved: true })
  })

  it('keeps edits made during the request, except in lists', () => {
    const typed = { name: 'Ana María', price: '10', rows: ['b'] }
    expect(afterSave({ ...start, values: typed }, saved, sent).values).toEqual({
      ...saved.values,
      name: 'Ana María',
    })
  })

  it('no longer counts as saved after a failed submit', () => {
    const done = afterSave({ ...start, values: sent }, saved, sent)
    expect(afterFailure(done, { fields: {}, general: ['Sin lugar'] }).isSaved).toBe(false)
  })
})

describe('afterNews', () => {
  it('changes what is not edited and keeps the edits and their errors', () => {
    const edited = afterFailure(change({ name: 'Ana' }).after(start), {
      fields: { name: 'Corta' },
      general: [],
    })
    const news = { base: 2, values: { name: 'Eva', price: '12', rows: ['b'] } }
    expect(afterNews(edited, news, start.values)).toEqual({
      ...edited,
      base: 2,
      values: { name: 'Ana', price: '12', rows: ['b'] },
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { changesOf, draftOf, identityErrors, mergeIdentities, withoutIdentity } from './identity-draft.ts'

const cup = { place: 1, cup: 'Copa', city: 'Tigre', year: 2025, variety: 'Ceibo', picture: null, logo: null }
const step = {
  title: 'Remojar',
  fact: '24 h',
  words: '',
  checks: ['Agua limpia', 'Asoma la raíz'],
  reminder: '',
  picture: null,
  picture_words: '',
}
const settings = {
  shop_name: 'Semillas del Delta',
  tagline: '',
  about: '',
  registration_text: '',
  accent_light: '',
  ground_light: '',
  accent_dark: '',
  ground_dark: '',
  heading_font: 'display',
  logo: null,
  gate_picture: null,
  share_picture: null,
  trophies: [cup],
  order_steps: [{ title: 'Elegís', text: '' }],
  guarantee_note: '',
  guarantee_points: ['Un punto'],
  claim_reply: '',
  guide_intro: '',
  guide_steps: [step],
  whatsapp: '5491122334455',
} as unknown as AllSettings // safe: all that the screen uses
const draft = draftOf(settings)

it('leaves the other settings to Ajustes', () => {
  expect(withoutIdentity(settings)).toEqual({ whatsapp: '5491122334455' })
})

describe('changesOf', () => {
  it('sends what differs, numbers as numbers', () => {
    expect(changesOf(settings, { ...draft, shop_name: 'Semillas del Delta ' })).toEqual({})
    const won = draft.trophies.map((one) => ({ ...one, place: '2' }))
    expect(changesOf(settings, { ...draft, trophies: won })).toEqual({ trophies: [{ ...cup, place: 2 }] })
  })

  it('reads a line for each point and each tick', () => {
    const guide_steps = draft.guide_steps.map((one) => ({
      ...one,
      checks: ' Agua limpia\n\nAsoma la raíz \n',
    }))
    expect(changesOf(settings, { ...draft, guide_steps, guarantee_points: 'Un punto\n' })).toEqual({})
    expect(changesOf(settings, { ...draft, guarantee_points: 'Un punto\n Otro ' })).toEqual({
      guarantee_points: ['Un punto', 'Otro'],
    })
  })
})

describe('identityErrors', () => {
  const errorsOf = (part: object) =>
    Object.fromEntries(Object.entries(identityErrors({ ...draft, ...part })).filter(([, text]) => text))

  it('has none for loaded values', () => {
    expect(errorsOf({})).toEqual({})
  })

  it.each([
    [{ shop_name: ' ' }, { shop_name: 'El nombre de la tienda es requerido' }],
    [{ accent_dark: '#333333' }, { accent_dark: expect.stringContaining('hace falta 4,5:1') }],
    [{ trophies: [{ ...draft.trophies[0], cup: '' }] }, { trophies: 'La copa es requerida' }],
    [
      { trophies: [{ ...draft.trophies[0], year: '25' }] },
      { trophies: 'El año es un número del 1980 al 2100' },
    ],
    [{ order_steps: [] }, { order_steps: 'Faltan pasos: hace falta al menos uno' }],
    [{ order_steps: [{ title: ' ', text: 'x' }] }, { order_steps: 'El título del paso es requerido' }],
    [
      { guide_steps: [...draft.guide_steps, ...draft.guide_steps] },
      { guide_steps: expect.stringContaining('Hay dos iguales') },
    ],
    [{ guarantee_points: ' \n' }, { guarantee_points: expect.stringContaining('Faltan puntos') }],
    [{ guarantee_points: 'a\nb\na' }, { guarantee_points: expect.stringContaining('Hay dos iguales') }],
    [{ guarantee_points: 'x'.repeat(201) }, { guarantee_points: expect.stringContaining('200 caracteres') }],
  ])('refuses %j', (part, errors) => {
    expect(errorsOf(part)).toEqual(errors)
  })
})

describe('mergeIdentities', () => {
  it('keeps one-sided changes, and asks about conflicts', () => {
    const mine = { ...draft, tagline: 'mío', accent_light: '#7a1f4b' }
    const theirs = { ...draft, tagline: 'suyo', shop_name: 'Delta' }
    const { merged, conflicts, taken } = mergeIdentities({ base: draft, mine, theirs })
    expect(merged).toMatchObject({ accent_light: '#7a1f4b', shop_name: 'Delta' })
    expect(conflicts.map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
      ['Lema', 'mío', 'suyo'],
    ])
    expect(taken).toEqual(['Nombre de la tienda: Delta'])
  })
})

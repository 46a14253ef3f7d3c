import { describe, expect, it } from 'vitest'
import { CUIT_INVALID } from '../../../contract/settings/legal-settings.ts'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { changedSettings, draftOfSettings, mergeSettings, settingErrors } from './settings-draft.ts'

const settings: AllSettings = {
  shop_name: 'Surbrote',
  tagline: 'genéticas del sur',
  contact_email: 'hola@surbrote.example',
  whatsapp: '',
  instagram_url: '',
  facebook_url: '',
  youtube_url: '',
  developer_credit: '',
  developer_url: '',
  about: '',
  registration_text: '',
  gate_decline_url: 'https://www.google.com/',
  address_delivery: false,
  first_hour_over: false,
  access_mode: 'request',
  sign_in_links: false,
  passkeys: false,
  restock_notices: true,
  show_tests: true,
  staff_2fa: 'optional',
  mail_changed: true,
  mail_completed: true,
  mail_cancelled: true,
  mail_paid: true,
  mail_handed: true,
  carriers: '',
  warranty_days: 30,
  legal_name: '',
  cuit: '20123456786',
  legal_address: '',
  service_hours: '',
  rncyfs_number: '',
  ariccame_number: '',
  aaip_number: '',
  consumer_url: '',
  data_fiscal_url: '',
  data_fiscal_image: null,
  max_pending_orders: 30,
  max_pending_units: 10,
  low_stock_at: 3,
  backup_hours: 26,
  pending_expiry_days: 0,
  orders_email: 'pedidos@surbrote.example',
  claim_reply: '',
  trophies: [],
  guide_intro: '',
  guide_steps: [],
  guarantee_note: '',
  guarantee_points: [],
  order_steps: [],
  accent_light: '',
  ground_light: '',
  accent_dark: '',
  ground_dark: '',
  heading_font: 'display',
  logo: null,
  icon: null,
  gate_picture: null,
  share_picture: null,
  version: 0,
}
const draft = draftOfSettings(settings)

describe('changedSettings', () => {
  it('is empty for the loaded settings', () => {
    expect(changedSettings(settings, draft)).toEqual({})
  })

  it('has only the differences, as the request body', () => {
    const typed = {
      ...draft,
      whatsapp: '+54 9 11 2233-4455',
      warranty_days: ' 45 ',
      address_delivery: true,
    }
    expect(changedSettings(settings, typed)).toEqual({
      whatsapp: '5491122334455',
      warranty_days: 45,
      address_delivery: true,
    })
    expect(changedSettings(settings, { ...draft, warranty_days: ' ' })).toEqual({ warranty_days: null })
  })
})

describe('mergeSettings', () => {
  it('keeps one-sided changes, and asks about conflicts', () => {
    const mine = { ...draft, whatsapp: '5491122334455', access_mode: 'open' as const }
    const theirs = { ...draft, whatsapp: '5493412334455', low_stock_at: '7' }
    const { merged, conflicts, taken } = mergeSettings({ base: draft, mine, theirs })
    expect(merged).toEqual({ ...mine, low_stock_at: '7' })
    expect(conflicts).toMatchObject([{ label: 'WhatsApp', mine: '5491122334455', theirs: '5493412334455' }])
    expect(taken).toEqual(['Aviso de stock: 7'])
  })
})

describe('settingErrors', () => {
  it('has no errors for the loaded settings', () => {
    expect(settingErrors(draft)).toEqual({})
  })

  it.each([
    [{ contact_email: 'nadie' }, 'contact_email', 'Ingrese un email válido'],
    [{ orders_email: 'a@b' }, 'orders_email', 'Ingrese un email válido'],
    [{ whatsapp: '11 22' }, 'whatsapp', 'El WhatsApp son solo dígitos, con código de país'],
    [{ whatsapp: 'once' }, 'whatsapp', 'El WhatsApp son solo dígitos, con código de país'],
    [
      { instagram_url: 'http://a.example' },
      'instagram_url',
      'La dirección de Instagram debe empezar con https://',
    ],
    [
      { developer_url: 'javascript:x' },
      'developer_url',
      'La dirección del crédito debe empezar con https://',
    ],
    [{ gate_decline_url: '' }, 'gate_decline_url', 'La dirección de salida es requerida'],
    [{ cuit: '20-12345678-5' }, 'cuit', CUIT_INVALID],
    [
      { consumer_url: 'http://a.example' },
      'consumer_url',
      'La dirección de Defensa del Consumidor debe empezar con https://',
    ],
    [{ warranty_days: '0' }, 'warranty_days', 'La garantía debe ser de al menos 1 día'],
    [{ warranty_days: '366' }, 'warranty_days', 'La garantía no puede superar 365 días'],
    [{ warranty_days: '1,5' }, 'warranty_days', 'La garantía se cuenta en días enteros'],
    [{ pending_expiry_days: '61' }, 'pending_expiry_days', 'Los días de una reserva no pueden superar 60'],
    [{ max_pending_orders: '' }, 'max_pending_orders', 'Los pedidos pendientes deben ser un número entero'],
    [{ max_pending_units: '-1' }, 'max_pending_units', 'Las unidades pendientes no pueden ser menos de 0'],
    [{ max_pending_orders: '1001' }, 'max_pending_orders', 'Los pedidos pendientes no pueden superar 1.000'],
  ] as const)('refuses %j', (part, name, text) => {
    expect(settingErrors({ ...draft, ...part })).toEqual({ [name]: text })
  })
})

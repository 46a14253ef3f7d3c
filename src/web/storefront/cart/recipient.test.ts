import { describe, expect, it } from 'vitest'
import { missingFields, type Recipient, recipientErrors } from './recipient.ts'
import { orderRequest } from './use-place-order.ts'

const empty: Recipient = {
  name: '',
  phone: '',
  delivery: '',
  street: '',
  number: '',
  zip: '',
  city: '',
  details: '',
}
const ana: Recipient = { ...empty, name: ' Ana Suárez ', phone: '11 2345-6789', delivery: 'coordinate' }

describe('recipientErrors', () => {
  it('uses the texts of the contract', () => {
    expect(recipientErrors(empty)).toEqual({
      name: 'El nombre es requerido',
      phone: 'El teléfono es requerido',
      delivery: 'Selecciona un método de entrega',
    })
    expect(recipientErrors({ ...ana, name: 'An', phone: '123' })).toEqual({
      name: 'El nombre debe tener al menos 3 caracteres',
      phone: 'Ingresa un teléfono válido',
    })
    expect(recipientErrors(ana)).toEqual({})
  })

  it('requires the address only for delivery to an address', () => {
    expect(recipientErrors({ ...ana, delivery: 'address', city: 'Salta' })).toEqual({
      street: 'La calle es requerida',
      number: 'El número es requerido',
      zip: 'El código postal es requerido',
    })
  })
})

describe('missingFields', () => {
  it('lists empty fields in the order of the form', () => {
    expect(missingFields(empty).map(({ word }) => word)).toEqual(['nombre', 'teléfono', 'método de entrega'])
    expect(missingFields(ana)).toEqual([])
  })
})

describe('orderRequest', () => {
  it('clears the address when the delivery is arranged', () => {
    expect(orderRequest({ ...ana, street: 'San Martín' }, [])).toMatchObject({
      recipient_name: 'Ana Suárez',
      delivery_type: 'coordinate',
      shipping_address: 'Coordinar entrega',
    })
  })

  it('composes the address from its parts', () => {
    const home = {
      ...ana,
      delivery: 'address',
      street: 'San Martín',
      number: '12',
      zip: '4400',
      city: 'Salta',
    } as const
    expect(orderRequest(home, []).shipping_address).toBe('San Martín 12, 4400 Salta')
  })
})

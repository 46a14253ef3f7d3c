import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../test/support/open-shop.ts'
import { visitorClaim } from '../../test/support/sales/claims.ts'

describe.each(enginesOf(import.meta.filename))('lists as sheets on %s', (engine) => {
  let shop: TestShop
  let owner: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    owner = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const rowsOf = async (path: string, by = owner) => {
    const { status, text } = await by.get(path)
    expect(status).toBe(200)
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [head = [], ...rows] = text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(';'))
    return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])))
  }

  it('accounts: all pages of the filter, and no formula', async () => {
    for (let n = 0; n < 101; n++) await shop.signIn({ username: `fila_${n}`, first_name: '=cmd' })
    const rows = await rowsOf('/auth/users/csv/?username=fila')
    expect(rows).toHaveLength(101)
    expect(new Set(rows.map(({ Usuario }) => Usuario)).size).toBe(101)
    expect(rows[0]).toMatchObject({ Nombre: "'=cmd", Rol: 'Cliente', Activa: 'sí' })
  })

  it('stock: the value only for who reads orders', async () => {
    const product = await shop.hasProduct({
      name: 'Planilla',
      blisters: [{ seed_count: 3, price: 1000, stock: 7 }],
    })
    expect(await rowsOf('/stock/csv/?search=planilla')).toMatchObject([
      { 'ID presentación': String(product.blisters[0]?.id), Disponible: '7', Valor: '7000,00' },
    ])
    const packer = await shop.signIn({ role: 'stock' })
    expect((await rowsOf('/stock/csv/?search=planilla', packer))[0]).not.toHaveProperty('Valor')
  })

  it('claims, in the state that the list shows', async () => {
    const claim = { ...(await visitorClaim(shop)), name: '@Ana' }
    const filed = await shop.anonymous.post('/warranty-claims/', claim)
    expect(filed.status).toBe(201)
    expect(await rowsOf('/warranty-claims/csv/?status=pending')).toMatchObject([
      { Reclamo: `#${filed.body.id}`, Estado: 'Pendiente', Nombre: "'@Ana" },
    ])
    expect(await rowsOf('/warranty-claims/csv/?status=approved')).toEqual([])
  })

  it.each(['/auth/users/csv/', '/stock/csv/', '/warranty-claims/csv/'])(
    '%s is not for customers',
    async (path) => {
      expect((await (await shop.signIn()).get(path)).status).toBe(403)
      expect((await shop.anonymous.get(path)).status).toBe(401)
    },
  )
})

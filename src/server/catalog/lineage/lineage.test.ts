import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lineage } from '../../../contract/catalog/lineage.ts'
import { OWN_ANCESTOR, SEEDS_ONLY } from '../../../contract/catalog/lineage-rules.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('where a variety comes from, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  }, 60_000)
  afterAll(() => shop.close())

  const seed = async (name: string, more = {}) => (await shop.hasProduct({ name, type: 'fem', ...more })).id
  const cross = (id: number, mother: string, father: string, generation = '') =>
    admin.put(`/products/${id}/lineage/`, { mother, father, generation })
  const read = async (id: number, client = shop.anonymous) =>
    ((await client.get(`/products/${id}/lineage/`)).body as Lineage).results
  const drawn = async (id: number) =>
    (await shop.anonymous.get(`/tested/?product=${id}`)).body as Record<'genetics' | 'below', string>

  it('is told by names: of seeds of the shop, with their own parents, or of others', async () => {
    const [puna, luz] = [await seed('Puna Alta'), await seed('Luz Alta')]
    await cross(puna, 'Andina 7', 'Ceniza', 'F2')
    const saved = await cross(luz, ' puna  ALTA ', 'Ceniza', 'F1')
    expect(saved.status).toBe(200)
    expect(saved.body.results).toEqual([
      { place: 1, name: 'Luz Alta', generation: 'F1', product_id: luz },
      { place: 2, name: 'Puna Alta', generation: 'F2', product_id: puna },
      { place: 3, name: 'Ceniza', generation: '', product_id: null },
      { place: 4, name: 'Andina 7', generation: '', product_id: null },
      { place: 5, name: 'Ceniza', generation: '', product_id: null },
    ])
    expect(await read(luz)).toEqual(saved.body.results)
    const { genetics, below } = await drawn(luz)
    expect(genetics).toBe(`Genética: <a href="/producto/${puna}">Puna Alta</a> × Ceniza · F1`)
    expect(below).toContain(
      'role="img" aria-label="Genealogía de Luz Alta: madre Puna Alta, padre Ceniza, y 2 antepasados más."',
    )
    expect(below).toContain(
      `<li>Madre: <a href="/producto/${puna}">Puna Alta</a> · F2<ul><li>Madre: Andina 7</li>`,
    )
    // Renamed where it is told.
    await admin.put(`/products/${puna}/`, { name: 'Puna Nueva', type: 'fem' })
    expect((await drawn(luz)).genetics).toContain('>Puna Nueva</a>')
  })

  it('names a hidden variety without a link, for admins with its id', async () => {
    const [hidden, child] = [await seed('Oculta Uno', { available: false }), await seed('Hija Uno')]
    await cross(child, 'Oculta Uno', 'Nadie')
    expect((await read(child))[1]).toMatchObject({ name: 'Oculta Uno', product_id: null })
    expect((await read(child, admin))[1]).toMatchObject({ product_id: hidden })
    expect((await drawn(child)).genetics).toBe('Genética: Oculta Uno × Nadie')
    expect((await shop.anonymous.get(`/products/${hidden}/lineage/`)).status).toBe(404)
    await admin.patch(`/products/${hidden}/`, { available: true })
    expect((await drawn(child)).genetics).toContain(`href="/producto/${hidden}"`)
    await admin.delete(`/products/${hidden}/`)
    expect((await drawn(child)).genetics).toBe('Genética: Oculta Uno × Nadie')
  })

  it('is emptied again, and the log has both', async () => {
    const id = await seed('Vaciada')
    await cross(id, 'Sola Uno', '', 'S1')
    expect((await drawn(id)).genetics).toBe('')
    await cross(id, '', '')
    await cross(id, '', '')
    expect(await read(id)).toEqual([])
    expect((await drawn(id)).below).not.toContain('Genealogía')
    const { body } = await admin.get(`/activity-logs/?entity=product&entity_id=${id}&search=geneal`)
    expect(body.results.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      {
        mother: { before: 'Sola Uno', after: '' },
        generation: { before: 'S1', after: '' },
      },
      {
        mother: { before: '', after: 'Sola Uno' },
        generation: { before: '', after: 'S1' },
      },
    ])
    const left = await shop.shop.db
      .selectFrom('lineage')
      .select('id')
      .where('name', '=', 'Sola Uno')
      .execute()
    expect(left).toEqual([])
  })

  it('has no variety among its own ancestors', async () => {
    const [a, b, c] = [await seed('Ciclo A'), await seed('Ciclo B'), await seed('Ciclo C')]
    await cross(b, 'Ciclo A', 'Otra')
    await cross(c, 'Otra', 'Ciclo B')
    for (const [mother, field] of [
      ['Ciclo A', 'mother'],
      ['Ciclo C', 'mother'],
    ] as const) {
      const refused = await cross(a, mother, 'Otra')
      expect([refused.status, refused.body.errors]).toEqual([400, { [field]: [OWN_ANCESTOR] }])
    }
    expect((await cross(a, 'Otra', 'Ciclo C')).body.errors).toEqual({ father: [OWN_ANCESTOR] })
    expect((await read(a)).map(({ name }) => name)).toEqual(['Ciclo A'])
    // Selfed: both parents are the same.
    expect((await cross(a, 'Otra', 'Otra', 'S1')).status).toBe(200)
  })

  it('gets no cycle from two who save at once', async () => {
    for (let n = 0; n < 8; n += 1) {
      const [p = 0, q = 0, r = 0, t = 0] = await Promise.all(
        ['P', 'Q', 'R', 'T'].map((name) => seed(`${name} ${n}`)),
      )
      await cross(q, `R ${n}`, '')
      await cross(t, `P ${n}`, '')
      // Each change alone is right, and they touch different rows.
      const replies = await Promise.all([cross(p, `Q ${n}`, ''), cross(r, `T ${n}`, '')])
      expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400])
    }
  })

  it('is of seeds only, told by the owner, and ends after four generations', async () => {
    const cap = (
      await shop.hasProduct({
        name: 'Gorra',
        type: 'merch',
        blisters: [{ seed_count: 1, price: 1, stock: 1 }],
      })
    ).id
    const refused = await cross(cap, 'Otra', '')
    expect([refused.status, refused.body.error]).toEqual([409, SEEDS_ONLY])
    const id = await seed('Cadena 0')
    for (let n = 1; n < 7; n += 1) {
      const child = await seed(`Cadena ${n}`)
      await cross(child, `Cadena ${n - 1}`, `Cadena ${n - 1}`)
      const found = await read(child)
      expect(found).toHaveLength(Math.min(31, 2 ** (n + 1) - 1))
    }
    for (const client of [shop.anonymous, await shop.signIn(), await shop.signIn({ role: 'stock' })])
      expect([401, 403]).toContain((await client.put(`/products/${id}/lineage/`, { mother: 'x' })).status)
    for (const body of [
      { mother: 'x'.repeat(101) },
      { mother: 7 },
      { generation: 'x'.repeat(21) },
      { father: 'a\nb' },
    ])
      expect((await admin.put(`/products/${id}/lineage/`, body)).status).toBe(400)
    expect((await admin.put('/products/999999/lineage/', {})).status).toBe(404)
  })

  it('is drawn as text, whatever a name is', async () => {
    const id = await seed('Escapada')
    await cross(id, '<img src=x onerror=alert(1)>', `"'&`)
    const { genetics, below } = await drawn(id)
    for (const html of [genetics, below]) {
      expect(html).not.toContain('<img src=x')
      expect(html).toContain('&quot;&#39;&amp;')
    }
  })
})

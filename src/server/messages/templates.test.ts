import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_TEMPLATE, TEMPLATE_KEYS } from '../../contract/messages/templates.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('message templates on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const save = (key: string, body: object) => admin.put(`/message-templates/${key}/`, body)
  const read = async (key: string) =>
    (await admin.get('/message-templates/')).body.results.find((one: { key: string }) => one.key === key)

  it('have defaults', async () => {
    const { body } = await admin.get('/message-templates/')
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(TEMPLATE_KEYS)
    expect(body.results.find(({ key }: { key: string }) => key === 'cobro')).toEqual({
      key: 'cobro',
      label: 'Cobro',
      body: DEFAULT_TEMPLATE.cobro,
      version: 0,
      updated_at: null,
      updated_by: null,
    })
  })

  it('are changed, logged, and changed again', async () => {
    const first = await save('nuevo', { body: 'Hola, {nombre}', version: 0 })
    expect([first.status, first.body]).toMatchObject([
      200,
      { body: 'Hola, {nombre}', version: 1, updated_by: admin.user?.username },
    ])
    expect((await save('nuevo', { body: 'Buenas, {nombre}' })).body.version).toBe(2)
    expect(await read('nuevo')).toMatchObject({ body: 'Buenas, {nombre}', version: 2 })
    const log = (await admin.get('/activity-logs/?entity=message_template')).body.results
    expect(log[0]).toMatchObject({
      description: 'Mensaje «Pedido nuevo» cambiado',
      changes: { body: { before: 'Hola, {nombre}', after: 'Buenas, {nombre}' } },
    })
    expect(log).toHaveLength(2)
  })

  it('are refused as stale after another save', async () => {
    expect((await save('preparado', { body: 'Uno', version: 0 })).status).toBe(200)
    const late = await save('preparado', { body: 'Dos', version: 0 })
    expect([late.status, late.body.code]).toEqual([409, 'STALE'])
    // What is there already is no conflict.
    expect((await save('preparado', { body: 'Uno', version: 0 })).body.version).toBe(1)
    const both = await Promise.all(['a', 'b', 'c'].map((body) => save('completado', { body, version: 0 })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it.each([
    [{}, 'El mensaje es requerido'],
    [{ body: '  ' }, 'El mensaje es requerido'],
    [{ body: 'x'.repeat(1001) }, 'El mensaje no puede superar los 1000 caracteres'],
    [{ body: 'Hola, {apodo}' }, '{apodo} no es un dato del pedido'],
    [{ body: 'a\u0000b' }, 'El texto tiene caracteres no permitidos'],
  ])('400 for %j', async (body, text) => {
    const reply = await save('cobro', body)
    expect([reply.status, reply.body.errors.body]).toEqual([400, [text]])
  })

  it('answer 404 for an unknown key', async () => {
    expect((await save('otro', { body: 'x' })).status).toBe(404)
  })
})

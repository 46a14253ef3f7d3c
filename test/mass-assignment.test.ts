import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Described,
  documentedCalls,
  openWorld,
  rightCalls,
  send,
  type World,
} from './support/every-call.ts'
import {
  addVictims,
  CANARY,
  changesBetween,
  type Column,
  columnsOf,
  everyRow,
  extrasFor,
  type Json,
  shapesOf,
  withExtras,
} from './support/extra-keys.ts'
import { type Client, openShop, type Reply, type TestShop } from './support/open-shop.ts'

/**
 * Each write is made twice by two people alike: as it is, and with every column name of the database as an extra key.
 * Both must change the same rows and columns, and no value of the extra keys may be found in what changed.
 */
describe('extra keys in the body of a write', () => {
  let shop: TestShop
  let world: World
  let calls: Map<string, Described>
  let make: ReturnType<typeof rightCalls>
  let columns: Column[]

  beforeAll(async () => {
    shop = await openShop('postgres')
    world = await openWorld(shop)
    calls = await documentedCalls(shop)
    make = rightCalls(world)
    columns = await columnsOf(shop.shop.db)
    await addVictims(shop.shop.db)
    // The first save of a setting adds its row, every later one changes it.
    await world.admin.put('/settings/', { tagline: 'x' })
  })
  afterAll(() => shop.close())

  const writes = async () => [...calls].filter(([call]) => /^(POST|PUT|PATCH) /.test(call))

  it.each([true, false])(
    'changes nothing else, with every switch %s',
    async (on) => {
      expect(columns.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'is_staff',
          'is_superuser',
          'email_verified_at',
          'price_at_time',
          'admin_notes',
          'total',
        ]),
      )
      const wrong: string[] = []
      for (const [call, about] of await writes()) {
        for (const admin of about['x-access'] === 'admin' ? [true] : [false, undefined]) {
          if (admin === undefined && about['x-access'] !== 'anyone') continue
          const somebody = () => (admin === undefined ? shop.anonymous : world.person({ admin }))
          const plain = await effectOf(call, await somebody())
          const extra = await effectOf(call, await somebody(), (body) =>
            withExtras(body, extrasFor(columns, about, on)),
          )
          if (plain.status !== extra.status)
            wrong.push(`${call}: ${plain.status} became ${extra.status} ${extra.text}`)
          if (CANARY.test(extra.changes)) wrong.push(`${call}: wrote an extra key: ${extra.changes}`)
          if (plain.shape !== extra.shape) wrong.push(`${call}: ${plain.shape} became ${extra.shape}`)
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  it('is refused where a customer may not change what an admin may', async () => {
    const wrong: string[] = []
    const foreign = {
      is_archived: true,
      status: 'completed',
      order_products: [],
      recipient_name: 'Otra',
      customer_phone: '1199999999',
      shipping_address: 'x',
    }
    for (const call of ['PUT /api/orders/{id}/', 'PATCH /api/orders/{id}/']) {
      for (const [field, value] of Object.entries(foreign)) {
        const effect = await effectOf(call, await world.person(), (body) => ({
          ...(body as Json),
          [field]: value,
        }))
        if (effect.status !== 403 || effect.shape !== '[]')
          wrong.push(`${call} ${field}: ${effect.status} ${effect.shape}`)
      }
    }
    expect(wrong).toEqual([])
  })

  async function effectOf(
    call: string,
    actor: Client,
    change: (body: Json | FormData | undefined) => Json | FormData | undefined = (body) => body,
  ): Promise<{ status: number; text: string; changes: string; shape: string }> {
    const right = await make[call]?.(actor)
    if (!right) throw new Error(`test/support/every-call.ts does not know how to call ${call}`)
    const before = await everyRow(shop.shop.db)
    const body = change(right.body)
    const reply: Reply = await send(actor, call, { path: right.path, ...(body && { body }) })
    if (call === 'POST /api/auth/resend-verification/') await mailTo((right.body as Json)['email'])
    const changes = changesBetween(before, await everyRow(shop.shop.db))
    return {
      status: reply.status,
      text: reply.text,
      changes: JSON.stringify(changes),
      shape: shapesOf(changes),
    }
  }

  /** Sent after the answer, so that its time tells nothing. */
  async function mailTo(email: unknown): Promise<void> {
    await expect
      .poll(async () => (await shop.mails()).some(({ recipient }) => recipient === email))
      .toBe(true)
  }
})

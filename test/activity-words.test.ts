import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldName } from '../src/web/admin/activity/activity-words.ts'
import { ENDS_SESSION } from './support/calls/access-matrix.ts'
import { documentedCalls, rightCall, rightCalls, send } from './support/calls/every-call.ts'
import { openShop, type TestShop } from './support/open-shop.ts'
import { openWorld } from './support/people/world.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** Read or left out by `readChanges` itself. */
const PLAIN = ['old_status', 'new_status', 'changed_by', 'by_sheet', 'note_added', 'note_id']

it('names everything that any call writes into the log', async () => {
  const world = await openWorld(shop)
  const make = rightCalls(world)
  for (const call of (await documentedCalls(shop)).keys()) {
    if (ENDS_SESSION.includes(call)) continue
    await send(world.admin, call, await rightCall(make, call, world.admin))
  }
  const { rows } = await sql<{ entity: string; field: string }>`
    select distinct entity, jsonb_object_keys(changes) as field from activity_log`.execute(shop.shop.db)
  expect(rows.length).toBeGreaterThan(60)
  const unnamed = rows.filter(
    ({ field }) => !PLAIN.includes(field) && fieldName(field) === field.replaceAll('_', ' '),
  )
  expect(unnamed).toEqual([])
}, 120_000)

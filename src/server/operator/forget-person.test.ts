import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { backUp, everyFile, MIGRATIONS, withTarget } from '../../../test/support/databases/backups.ts'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { CANARY, fillWithPerson, PHONE } from '../../../test/support/people/known-person.ts'
import { visitorClaim } from '../../../test/support/sales/claims.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'
import type { Db } from '../db/connect.ts'
import { leaveNoTrace } from '../mail/forgotten.ts'
import { markOf } from '../mail/forgotten-list.ts'
import { openTransport } from '../mail/transport.ts'
import { PERSON_DATA } from '../users/person-data.ts'
import { readPerson } from '../users/users.ts'
import { fillShop } from './backup/fill-shop.ts'
import { openBackup } from './backup/read-backup.ts'
import { checkShop } from './commands/check.ts'
import { forgetAgain, forgetPerson } from './forget-person.ts'

const NEIGHBOUR = `otra.${CANARY.toLowerCase()}@correo.example`

describe.each(engines)('a removed person, on %s', (engine) => {
  let world: TestShop
  let person: { email: string; userId: number }
  let backup = ''
  let takenAt = new Date(0)
  beforeAll(async () => {
    world = await openShop(engine)
    person = await fillWithPerson(world)
    const claim = { ...(await visitorClaim(world)), email: NEIGHBOUR }
    await world.shop.files.write(claim.photo1.replace('/media/', ''), Buffer.from('of the neighbour'))
    expect((await world.anonymous.post('/warranty-claims/', claim)).status).toBe(201)
    await fileMails(world)
    backup = join(await mkdtemp(join(tmpdir(), 'surbrote-backup-')), 'one')
    takenAt = new Date((await backUp(world, backup)).taken_at)
  })
  afterAll(async () => {
    await world.close()
    await rm(dirname(backup), { recursive: true, force: true })
  })

  it('is in every table that has data about people', async () => {
    const withColumns = Object.entries(PERSON_DATA).filter(([, decision]) => Object(decision).columns)
    // Written by staff.
    const expected = withColumns.map(([name]) => name).filter((name) => name !== 'content_versions')
    const filled = await rowsIn(world.shop.db, sql`true`)
    expect(expected.filter((name) => !filled.includes(name))).toEqual([])
    const named = await rowsNaming(world.shop.db)
    expect(named).toEqual(
      expect.arrayContaining([
        'users',
        'orders',
        'order_notes',
        'order_payments',
        'warranty_claims',
        'regret_requests',
        'access_requests',
        'invitations',
        'outbox',
        'activity_texts',
        'mail_links',
        'passkeys',
      ]),
    )
    expect(JSON.stringify(await readPerson(world.shop.db, person.email))).not.toContain('argon2')
  })

  it('leaves no row, no photo and no mail with address, name or phone; others stay', async () => {
    const stock = await stockOfAll(world)
    expect(await forgetPerson(world.shop, ` ${person.email.toUpperCase()} `)).toMatchObject({ accounts: 1 })
    expect(await rowsNaming(world.shop.db)).toEqual([])
    expect(await everyFile(world.shop.files)).toHaveLength(1)
    expect(await mailFiles(world)).toEqual([])
    const { rows } = await sql`select from warranty_claims where email = ${NEIGHBOUR}`.execute(world.shop.db)
    expect(rows).toHaveLength(1)
    // Two units of the order that waited; the other one was handed over.
    expect(await stockOfAll(world)).toBe(stock + 2)
    expect((await checkShop(world.shop.db, world.shop.files)).flatMap(({ wrong }) => wrong)).toEqual([])
  })

  it('has handed over orders completed and open ones cancelled', async () => {
    const item = await onSale(world)
    const admin = await world.signIn({ admin: true })
    const noted = async (more: object = {}) => {
      const guest = { name: 'Feriante Paz', phone: '1123456789', email: 'feria@correo.example' }
      return (await admin.post('/orders/manual/', { guest, channel: 'fair', lines: [item], ...more })).body
    }
    const open = await noted()
    const handed = await noted({ handed: 'in_person' })
    expect(await forgetPerson(world.shop, 'Feria@Correo.example')).toMatchObject({ accounts: 0, orders: 2 })
    const read = async (id: number) => (await admin.get(`/orders/${id}/`)).body
    const forgotten = { recipient_name: 'Usuario eliminado', customer_phone: '' }
    expect(await read(open.id)).toMatchObject({ ...forgotten, status: 'cancelled' })
    expect(await read(handed.id)).toMatchObject({ ...forgotten, status: 'completed' })
    expect(await world.stockOf(item.blister_id)).toBe(8)
  })

  it('is removed again after a restore of an older backup', async () => {
    await withTarget(engine, async (database, files) => {
      const { contents } = await openBackup(backup)
      await fillShop({ database, files, migrations: MIGRATIONS }, contents)
      expect(await rowsNaming(database.db)).not.toEqual([])
      const restored = { ...world.shop, database, db: database.db, files }
      expect(await forgetAgain(restored, takenAt)).toEqual({ forgotten: 1, kept: [], unreadable: 0 })
      expect(await rowsNaming(database.db)).toEqual([])
      expect(await everyFile(files)).toHaveLength(1)
    })
  })

  it('keeps their rows after a restore when the removed account had not proved the address', async () => {
    const owner = await world.signIn({ admin: true })
    const pedro = await world.signIn()
    const { id = 0, email = '' } = pedro.user ?? {}
    await placed(pedro, await onSale(world))
    const claim = { ...(await visitorClaim(world)), email }
    expect((await world.anonymous.post('/warranty-claims/', claim)).status).toBe(201)
    await fileMails(world)
    const later = join(dirname(backup), 'two')
    const { taken_at } = await backUp(world, later)
    const before = await mailFiles(world, email)
    expect((await owner.delete(`/users/${id}/`)).status).toBe(204)
    const ofClaim = await mailFiles(world, email)
    expect(ofClaim.length).toBeGreaterThan(0)
    expect(ofClaim).toEqual(before.filter((text) => /^Subject: .*reclamo/im.test(text)))
    await withTarget(engine, async (database, files) => {
      await fillShop({ database, files, migrations: MIGRATIONS }, (await openBackup(later)).contents)
      const restored = { ...world.shop, database, db: database.db, files }
      expect(await forgetAgain(restored, new Date(taken_at))).toEqual({
        forgotten: 1,
        kept: [],
        unreadable: 0,
      })
      const left = await database.db.selectFrom('users').select('id').where('email', '=', email).execute()
      const claims = database.db.selectFrom('warranty_claims').select('name').where('email', '=', email)
      expect([left, await claims.execute()]).toEqual([[], [{ name: claim.name }]])
    })
  })

  it('is not removed again by a restore when they returned before the backup', async () => {
    const email = 'vuelve@correo.example'
    await world.signIn({ email })
    await forgetPerson(world.shop, email)
    world.clock.advance(3_600_000)
    const again = await world.signIn({ email })
    const order = await placed(again, await onSale(world))
    expect(await forgetAgain(world.shop, world.clock.now())).toEqual({
      forgotten: 0,
      kept: [],
      unreadable: 0,
    })
    expect((await again.get(`/orders/${order.id}/`)).body.status).toBe('pending')
  })

  it('is removed again with account and address by a line of an older version', async () => {
    const { user } = await world.signIn()
    const list = join(world.shop.config.dataDir, 'forgotten')
    await appendFile(
      list,
      `${createHash('sha256')
        .update(user?.email ?? '')
        .digest('hex')}\n`,
    )
    expect(await forgetAgain(world.shop, world.clock.now())).toEqual({
      forgotten: 1,
      kept: [],
      unreadable: 0,
    })
  })

  it('whose removal could not be written down is gone and logged; the command writes it later', async () => {
    const owner = await world.signIn({ admin: true })
    const { id = 0, email = '' } = (await world.signIn()).user ?? {}
    const list = join(world.shop.config.dataDir, 'forgotten')
    const written = await readFile(list, 'utf8')
    await rm(list)
    // Nobody can append to a folder.
    await mkdir(list)
    const error = vi.spyOn(world.shop.log, 'error')
    onTestFinished(() => error.mockRestore())
    expect((await owner.delete(`/users/${id}/`)).status).toBe(204)
    expect((await owner.get(`/users/${id}/`)).status).toBe(404)
    expect(error).toHaveBeenCalledWith(
      { err: expect.objectContaining({ code: 'EISDIR' }) },
      expect.stringContaining('shop -- person forget'),
    )
    await rmdir(list)
    await writeFile(list, written)
    await forgetPerson(world.shop, email)
    expect((await readFile(list, 'utf8')).replace(written, '')).toMatch(
      new RegExp(`^${markOf(world.shop, email)} \\S+ -\n$`),
    )
  })

  it('is refused and reported after a restore in which they are the only owner', async () => {
    const { db } = world.shop
    const owner = await world.signIn({ admin: true })
    const others = db.updateTable('users').set({ is_active: false }).where('is_staff', '=', true)
    await others.where('id', '!=', owner.user?.id ?? 0).execute()
    const { id = 0, email = '' } = owner.user ?? {}
    await expect(forgetPerson(world.shop, email)).rejects.toThrow('único dueño')
    await leaveNoTrace(world.shop, { userId: id, email: null }, email)
    expect(await forgetAgain(world.shop, world.clock.now())).toEqual({
      forgotten: 0,
      kept: [email],
      unreadable: 0,
    })
  })
})

/** Tables that hold the canary in any row, as name, address or text, or the phone; not those of the neighbour's address. */
function rowsNaming(db: Db): Promise<string[]> {
  const text = sql`replace(t::text, ${NEIGHBOUR}, '')`
  return rowsIn(db, sql`${text} ilike ${`%${CANARY}%`} or ${text} like ${`%${PHONE}%`}`)
}

async function rowsIn(db: Db, which: ReturnType<typeof sql>): Promise<string[]> {
  const found: string[] = []
  for (const name of Object.keys(PERSON_DATA)) {
    const { rows } = await sql`select from ${sql.table(name)} t where ${which} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** As the sender does without a mail server. */
async function fileMails(world: TestShop): Promise<void> {
  const transport = openTransport(world.shop.config)
  const mails = await world.shop.db.selectFrom('outbox').selectAll().execute()
  for (const {
    message_id: messageId,
    body_text: text,
    reply_to: replyTo,
    created_at: createdAt,
    ...mail
  } of mails)
    await transport.send({ ...mail, messageId, text, html: '', replyTo, createdAt })
  transport.close()
}

/** Texts of the files with mails of or about her. */
async function mailFiles({ shop }: TestShop, word = CANARY): Promise<string[]> {
  const folder = join(shop.config.dataDir, 'mail')
  const names = await readdir(folder)
  expect(names.length).toBeGreaterThan(0)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.replaceAll(NEIGHBOUR, '').toLowerCase().includes(word.toLowerCase()))
}

async function stockOfAll({ shop }: TestShop): Promise<number> {
  const rows = await shop.db.selectFrom('blisters').select('stock').execute()
  return rows.reduce((sum, { stock }) => sum + stock, 0)
}

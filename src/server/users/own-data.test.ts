import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, MIGRATIONS, withTarget } from '../../../test/support/databases/backups.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn } from '../../../test/support/people/access-requests.ts'
import { accountsIn, bearer, PASSWORD } from '../../../test/support/people/accounts.ts'
import { callerOf } from '../../../test/support/people/people.ts'
import { ABOUT, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'
import { removalHooks } from '../account-removal.ts'
import { fillShop } from '../operator/backup/fill-shop.ts'
import { openBackup } from '../operator/backup/read-backup.ts'
import { getMyData, PERSON_DATA } from './person-data.ts'
import { closeAccount } from './remove-person.ts'
import type { NewAccount } from './users.ts'

describe.each(enginesOf(import.meta.filename))('own data on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  beforeAll(async () => {
    shop = await openShop(engine)
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  describe('GET /auth/my-data/', () => {
    it('is a file of everything about the caller', async () => {
      const ana = await shop.signIn()
      const order = await placed(ana, await onSale(shop))
      const claim = {
        ...ABOUT,
        product_name: 'Puna',
        purchase_date: '2026-11-01',
        photo1: await photoNow(shop),
      }
      await ana.post('/warranty-claims/', claim)
      await ana.post('/regret-requests/', { name: 'Ana', email: ana.user?.email, order_number: '12' })
      const { status, headers, body, text } = await ana.get('/auth/my-data/')
      expect(status).toBe(200)
      expect(headers['content-disposition']).toBe('attachment; filename="mis-datos.json"')
      expect(headers['cache-control']).toBe('private, no-store')
      expect(body).toMatchObject({
        account: { id: ana.user?.id, email: ana.user?.email, username: ana.user?.username },
        sessions: [{ created_at: expect.any(String) }],
        orders: [{ id: order.id, total: 2000, lines: [{ quantity: 2, price_at_time: 1000, seed_count: 3 }] }],
        claims: [{ product_name: 'Puna' }],
        regrets: [{ order_number: '12', code: expect.stringMatching(/^ARR-/) }],
        activity: expect.arrayContaining([expect.objectContaining({ entity: 'order', entity_id: order.id })]),
      })
      expect(body.mails.length).toBeGreaterThan(2)
      expect(text).not.toMatch(/password|hash|not-set|admin_notes|body_text/)
    })

    it('includes requests sent under the address without an account, but not those of its former owners', async () => {
      const former = await shop.signIn()
      const email = former.user?.email ?? ''
      const order = await placed(former, await onSale(shop))
      await shop.shop.db
        .updateTable('users')
        .set({ email: `otra.${email}` })
        .where('id', '=', former.user?.id ?? 0)
        .execute()
      const now = await shop.signIn({ email })
      await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), email })
      // The shop may have opened the account for an address that somebody else named.
      expect((await now.get('/auth/my-data/')).body).toMatchObject({ orders: [], claims: [] })
      await accounts.provesAddress(email)
      const { access } = (await accounts.login(email)).body
      const { body } = await shop.anonymous.get('/auth/my-data/', bearer(access))
      expect([body.orders, body.claims.length]).toEqual([[], 1])
      expect((await former.get('/auth/my-data/')).body.orders).toMatchObject([{ id: order.id }])
    })

    it('includes requests sent before the account was approved, also in a restored backup', async () => {
      const admin = await shop.signIn({ admin: true })
      const { isInvited, accept } = accessIn(() => ({ shop, admin }))
      const { email, token } = await isInvited()
      await shop.anonymous.post('/warranty-claims/', { ...(await visitorClaim(shop)), email })
      const { user } = (await accept(token)).body
      const folder = await mkdtemp(path.join(tmpdir(), 'surbrote-backup-'))
      const backup = path.join(folder, 'one')
      await backUp(shop, backup)
      await withTarget(engine, async (database, files) => {
        const { contents } = await openBackup(backup)
        await fillShop({ database, files, migrations: MIGRATIONS }, contents)
        const { claims } = await getMyData({
          shop: { ...shop.shop, database, db: database.db },
          user: callerOf(user),
        })
        expect(claims).toMatchObject([{ email }])
      })
      await rm(folder, { recursive: true })
    })

    it('has no code and no link that waits to be sent', async () => {
      const { user, headers } = await signedIn()
      await shop.anonymous.post('/auth/recover/', { email: user.email })
      await expect.poll(() => accounts.mailsTo(user.email)).toHaveLength(1)
      const link = (await accounts.mailsTo(user.email))[0]?.body_text.match(/#t=([\w-]+)/)?.[1]
      const { body, text } = await shop.anonymous.get('/auth/my-data/', headers)
      expect(body).toMatchObject({ links: [{ email: user.email }], mails: [{ subject: expect.any(String) }] })
      expect(link).toBeTruthy()
      expect(text).not.toContain(link)
    })

    it('has the newest thousand of each kind, and says how many are left out', async () => {
      const ana = await shop.signIn()
      await sql`insert into activity_log (action, entity, description, user_id, changes, created_at)
        select 'update', 'product', 'n.º ' || n, ${ana.user?.id}, '{}', now() from generate_series(1, 1003) n`.execute(
        shop.shop.db,
      )
      const { body } = await ana.get('/auth/my-data/')
      expect(body.activity.map(({ description }: { description: string }) => description)).toEqual(
        Array.from({ length: 1000 }, (_, n) => `n.º ${n + 4}`),
      )
      expect(body.left_out).toEqual({ activity: 3 })
    })

    it('is limited to five a day', async () => {
      const limited = await openShop(engine, { rateLimitFactor: 1 })
      const [ana, bruno] = [await limited.signIn(), await limited.signIn()]
      const many = async (person: Client) => {
        const statuses: number[] = []
        for (let time = 0; time < 6; time += 1) statuses.push((await person.get('/auth/my-data/')).status)
        return statuses
      }
      expect(await many(ana)).toEqual([200, 200, 200, 200, 200, 429])
      expect((await bruno.get('/auth/my-data/')).status).toBe(200)
      limited.clock.advance(24 * 3_600_000 + 1_000)
      expect((await ana.get('/auth/my-data/')).status).toBe(200)
      await limited.close()
    })

    it('covers every table and column of the database', async () => {
      const { rows } = await sql<{ table: string; column: string; names: boolean }>`
        select c.table_name as table, c.column_name as column, c.column_name ~ '(^|_)(email|phone|recipient|reply_to)'
          or c.column_name in ('user_id', 'saved_by', 'answered_by') or exists (
            select from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
            where f.contype = 'f' and f.confrelid = 'users'::regclass
              and f.conrelid = c.table_name::regclass and a.attname = c.column_name) as names
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'schema_migrations'
        order by 1, 2`.execute(shop.shop.db)
      const undecided = rows.filter(({ table, column, names }) => {
        const decision = Reflect.get(PERSON_DATA, table) as (typeof PERSON_DATA)['users'] | undefined
        if (decision === undefined) return true
        if (typeof decision === 'string') return names
        const columns: string[] = 'because' in decision ? [column] : [...decision.columns, ...decision.leaves]
        return !columns.includes(column)
      })
      expect(undecided).toEqual([])
      expect(rows.filter(({ names }) => names).length).toBeGreaterThan(15)
      expect(Object.keys(PERSON_DATA).toSorted()).toEqual(
        [...new Set(rows.map(({ table }) => table))].toSorted(),
      )
    })
  })

  async function signedIn(account: Partial<NewAccount> = {}) {
    const user = await accounts.hasAccount(account)
    const { access, refresh } = (await accounts.login(user.username)).body as Record<
      'access' | 'refresh',
      string
    >
    const headers = bearer(access)
    const close = (password = PASSWORD, confirm: unknown = 'CERRAR') =>
      shop.anonymous.post('/auth/close-account/', { password, confirm }, headers)
    return { user, access, refresh, headers, close }
  }

  describe('POST /auth/close-account/', () => {
    it('removes the account, its sessions and what names the person', async () => {
      const { user, headers, refresh, close } = await signedIn()
      const elsewhere = (await accounts.login(user.username)).body as { access: string }
      const ana = {
        ...shop.anonymous,
        post: (path: string, body: unknown) => shop.anonymous.post(path, body, headers),
      }
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const admin = await shop.signIn({ admin: true })
      const finished = await placed(ana, item)
      await admin.put(`/orders/${finished.id}/`, { status: 'completed' })

      expect(await close()).toMatchObject({ status: 204, text: '' })
      for (const token of [headers.authorization.slice(7), elsewhere.access])
        expect((await accounts.profile(token)).status).toBe(401)
      expect((await accounts.refresh(refresh)).status).toBe(401)
      expect((await accounts.login(user.username)).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
      expect((await admin.get(`/orders/${order.id}/`)).body.status).toBe('cancelled')
      const kept = (await admin.get(`/orders/${finished.id}/`)).text
      expect(kept).toContain('completed')
      for (const word of [user.email, 'Ana Suárez', '1123456789']) expect(kept).not.toContain(word)
      expect(await shop.stockOf(item.blister_id)).toBe(8)
      for (const name of Object.keys(PERSON_DATA)) {
        const { rows } =
          await sql`select 1 from ${sql.table(name)} t where t::text ilike ${`%${user.email}%`}`.execute(
            shop.shop.db,
          )
        expect([name, rows]).toEqual([name, []])
      }
    })

    it.each([
      ['leaves', false],
      ['removes', true],
    ])('%s what visitors sent under its address, if that was proved: %j', async (_what, proved) => {
      const { user, close } = await signedIn()
      const sent = { ...(await visitorClaim(shop)), email: user.email }
      const claim = (await shop.anonymous.post('/warranty-claims/', sent)).body
      if (proved) await accounts.provesAddress(user.email)
      const closing = proved ? await closeAgain(user) : await close()
      expect(closing.status).toBe(204)
      const admin = await shop.signIn({ admin: true })
      const kept = (await admin.get(`/warranty-claims/${claim.id}/`)).body
      expect(kept.email).toBe(proved ? '' : user.email)
    })

    it('leaves the request of another account that once had its address', async () => {
      const admin = await shop.signIn({ admin: true })
      const { isInvited, accept } = accessIn(() => ({ shop, admin }))
      const { email, token } = await isInvited()
      const { user, access } = (await accept(token)).body
      const newer = { email: `otra.${email}` }
      await shop.shop.db.updateTable('users').set(newer).where('id', '=', user.id).execute()
      const next = await accounts.hasAccount({ email })
      await accounts.provesAddress(email)
      expect((await closeAgain(next)).status).toBe(204)
      const { body } = await shop.anonymous.get('/auth/my-data/', bearer(access))
      expect(body).toMatchObject({ access_requests: [newer], invitations: [newer] })
    })

    /** A recovery ended the session. */
    async function closeAgain({ username }: { username: string }) {
      const { access } = (await accounts.login(username)).body
      return shop.anonymous.post(
        '/auth/close-account/',
        { password: PASSWORD, confirm: 'CERRAR' },
        bearer(access),
      )
    }

    it.each(['', 'cerrar', 'CERRAR mi cuenta', null, 7])('refuses %j in place of the word', async (word) => {
      const { access, close } = await signedIn()
      expect(await close(PASSWORD, word)).toMatchObject({
        status: 400,
        body: { errors: { confirm: ['Para cerrar la cuenta, escribí CERRAR'] } },
      })
      expect((await accounts.profile(access)).status).toBe(200)
    })

    it('refuses a wrong password, which does not sign out', async () => {
      const { access, close } = await signedIn()
      expect(await close('otra-clave-1')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
      expect((await accounts.profile(access)).status).toBe(200)
    })

    it('is refused when the session has ended since the call was admitted', async () => {
      const { user } = await signedIn()
      const late = closeAccount(
        { shop: shop.shop, user: callerOf(user), body: { password: PASSWORD, confirm: 'CERRAR' } },
        removalHooks,
      )
      await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await accounts.login(user.username)).status).toBe(200)
    })

    it('needs a token', async () => {
      const body = { password: PASSWORD, confirm: 'CERRAR' }
      expect((await shop.anonymous.post('/auth/close-account/', body)).status).toBe(401)
      expect((await shop.anonymous.get('/auth/my-data/')).status).toBe(401)
    })

    it('keeps one admin, also when two close concurrently', async () => {
      await shop.shop.db.updateTable('users').set({ is_active: false }).where('is_staff', '=', true).execute()
      const admins = [await signedIn({ is_staff: true }), await signedIn({ is_staff: true })]
      const replies = await Promise.all(admins.map(({ close }) => close()))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'CONFLICT',
        error: 'Es la última cuenta de administración: no se puede cerrar.',
      })
    })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { mailBackupProblem, noteBackupFailure } from './backups.ts'
import { listFirstSteps } from './first-hour.ts'
import { listNotices } from './notices.ts'
import { noteBackup } from './settings.ts'

const HOUR = 60 * 60_000

describe.each(enginesOf(import.meta.filename))('the newest backup on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.shop.db.deleteFrom('outbox').execute()
    await shop.shop.db.deleteFrom('settings').where('key', '!=', 'orders_email').execute()
  })

  /** The shop of a server: a test shop counts as the demo. */
  const real = () => ({
    ...shop.shop,
    config: { ...shop.shop.config, publicUrl: 'https://tienda.com.ar', demo: false },
  })
  const notice = async () =>
    (await listNotices({ shop: real(), host: 'tienda.com.ar' }))
      .find(({ kind }) => kind === 'backup')
      ?.text.split(' En el servidor,')[0]
  const step = async () => (await listFirstSteps({ shop: real() })).find((one) => one.step === 'backup')?.done
  const mails = async () => (await shop.mails()).map(({ body_text }) => body_text)
  const hoursExpected = async (backup_hours: number) => {
    const admin = await shop.signIn({ admin: true })
    expect((await admin.put('/settings/', { backup_hours })).status).toBe(200)
  }

  it('is missed in a shop older than 26 hours that never had one', async () => {
    expect(await notice()).toBeUndefined()
    expect(await step()).toBe(false)
    shop.clock.advance(27 * HOUR)
    expect(await notice()).toBe('La tienda no tiene ninguna copia de seguridad.')
    expect((await listNotices({ shop: shop.shop, host: 'localhost' })).map(({ kind }) => kind)).not.toContain(
      'backup',
    )
  })

  it('is missed once it is older than the setting, and the first hour agrees', async () => {
    await noteBackup(shop.shop.db, shop.clock.now())
    shop.clock.advance(26 * HOUR - 1_000)
    expect([await notice(), await step()]).toEqual([undefined, true])
    shop.clock.advance(2_000)
    expect([await notice(), await step()]).toEqual([
      expect.stringMatching(/^La última copia de seguridad es del /),
      false,
    ])
    await hoursExpected(48)
    expect([await notice(), await step()]).toEqual([undefined, true])
    shop.clock.advance(23 * HOUR)
    expect(await notice()).toBeDefined()
  })

  it('is not expected with 0 hours: no notice, no mail, no step', async () => {
    await hoursExpected(0)
    shop.clock.advance(1_000 * HOUR)
    await noteBackupFailure(real())
    expect([await notice(), await step(), await mails()]).toEqual([undefined, undefined, []])
  })

  it('is missed when a clock that ran ahead noted it', async () => {
    await noteBackup(shop.shop.db, new Date(shop.clock.now().getTime() + 300 * HOUR))
    expect(await notice()).toBeDefined()
  })

  it('is mailed once a day while it is missing, by several instances too', async () => {
    await noteBackup(shop.shop.db, shop.clock.now())
    await mailBackupProblem(real())
    expect(await mails()).toEqual([])
    shop.clock.advance(27 * HOUR)
    const [one, other] = [real(), real()]
    await Promise.all([mailBackupProblem(one), mailBackupProblem(other), mailBackupProblem(one)])
    expect(await mails()).toEqual([expect.stringContaining('journalctl -u surbrote-backup -n 50')])
    shop.clock.advance(23 * HOUR)
    await mailBackupProblem(real())
    expect(await mails()).toHaveLength(1)
    shop.clock.advance(HOUR + 1_000)
    await mailBackupProblem(real())
    expect(await mails()).toHaveLength(2)
    await noteBackup(shop.shop.db, shop.clock.now())
    shop.clock.advance(25 * HOUR)
    await mailBackupProblem(real())
    expect(await mails()).toHaveLength(2)
  })

  it('is heard at once when it fails, and forgotten after the next good one', async () => {
    await noteBackup(shop.shop.db, shop.clock.now())
    shop.clock.advance(HOUR)
    await noteBackupFailure(real())
    expect(await notice()).toMatch(/^Falló la copia de seguridad del /)
    expect(await mails()).toHaveLength(1)
    shop.clock.advance(HOUR)
    await noteBackupFailure(real())
    expect(await mails()).toHaveLength(1)
    await noteBackup(shop.shop.db, shop.clock.now())
    expect(await notice()).toBeUndefined()
  })
})

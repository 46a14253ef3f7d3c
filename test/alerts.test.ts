import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openMetrics } from '../src/server/metrics/metrics.ts'
import { noteBackup } from '../src/server/settings/settings.ts'
import type { Shop } from '../src/server/shop.ts'
import { debianFile } from './support/debian-files.ts'
import { openShop, type TestShop } from './support/open-shop.ts'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const statfs = async (of: string) => {
    const found = await real.statfs(of)
    return { ...found, bavail: Math.floor(found.blocks / (disk.isFull ? 20 : 2)) }
  }
  return { ...real, statfs }
})

const run = promisify(execFile)
const promtool = debianFile('usr/bin/promtool')
const RULES = path.resolve('deploy/prometheus/rules.yml')

const load = () => ({ running: 0, waiting: 0 })
const measured = (shop: Shop) => openMetrics(shop, { passwords: load, pictures: load }).registry.metrics()

describe.skipIf(!promtool)('deploy/prometheus (needs promtool of Debian’s package prometheus)', () => {
  const check = (...args: string[]) => run(promtool ?? '', args)

  it('fires for faults, and not on an ordinary night', async () => {
    const { stdout } = await check('test', 'rules', 'deploy/prometheus/rules.test.yml')
    expect(stdout).toContain('SUCCESS')
  })

  it('is a configuration of Prometheus', async () => {
    await check('check', 'config', 'deploy/prometheus/prometheus.yml')
  })

  describe('fires for the figures of a shop', () => {
    let test: TestShop
    beforeAll(async () => {
      test = await openShop('embedded')
      // Less than the four hours that the figures last.
      await (await test.signIn({ admin: true })).put('/settings/', { backup_hours: 3 })
    })
    afterAll(() => test.close())

    /** The figures stay as they are for four hours from 1970 on; then these alerts ring. */
    async function expectRinging(figures: string, alerts: string[]): Promise<void> {
      const lines = figures.matchAll(/^(surbrote_\w+(?:\{[^}]*\})?) ([\d.e+]+)$/gm)
      const series = [...lines].map(([, name, value]) => ({ series: name, values: `${value}x240` }))
      expect(series.length).toBeGreaterThan(10)
      const ringing = {
        expr: `count by (alertname) (ALERTS{alertstate="firing", alertname=~"${LOOKED_AT.join('|')}"})`,
        eval_time: '4h',
        exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      }
      const file = path.join(await mkdtemp(path.join(tmpdir(), 'surbrote-alerts-')), 'test.yml')
      onTestFinished(() => rm(path.dirname(file), { recursive: true }))
      const tests = [{ interval: '1m', input_series: series, promql_expr_test: [ringing] }]
      await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
      const { stdout } = await check('test', 'rules', file).catch((error: { stdout: string }) => error)
      expect(stdout).toContain('SUCCESS')
    }

    it('not without faults', async () => {
      await noteBackup(test.shop.db, test.shop.now())
      await expectRinging(await measured(test.shop), [])
    })

    it('whose disk is full, whose pictures cannot be stored, whose mail stays and that has no backup', async () => {
      const files = { ...test.shop.files, check: () => Promise.reject(new Error('the bucket is gone')) }
      const at = new Date(test.shop.now().getTime() - 11 * 60_000)
      const mail = { recipient: 'a@correo.example', subject: 'x', body_text: 'x', body_html: '' }
      const row = {
        ...mail,
        message_id: randomUUID(),
        created_at: at,
        next_attempt_at: at,
        last_error: '451',
      }
      await test.shop.db.insertInto('outbox').values(row).execute()
      await test.shop.db.deleteFrom('settings').where('key', '=', 'last_backup').execute()
      disk.isFull = true
      onTestFinished(() => {
        disk.isFull = false
      })
      await expectRinging(await measured({ ...test.shop, files }), [
        'BackupMissing',
        'DiskAlmostFull',
        'FilesDown',
        'MailFailing',
      ])
    })

    it('whose database has stopped', async () => {
      const other = await openShop('postgres')
      await other.shop.database.close()
      await expectRinging(await measured(other.shop), ['DatabaseDown'])
      await other.close().catch(() => {})
    })
  })
})

const LOOKED_AT = ['DatabaseDown', 'FilesDown', 'DiskAlmostFull', 'BackupMissing', 'MailFailing']

it('every rule is tested, and rules and dashboard name metrics that exist', async () => {
  const [rules = '', tests = '', dashboard = ''] = [
    'prometheus/rules.yml',
    'prometheus/rules.test.yml',
    'grafana.json',
  ].map((file) => readFileSync(`deploy/${file}`, 'utf8'))
  for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g))
    expect(tests.split(`alertname: ${alert}`), alert).toHaveLength(3)

  const shop = await openShop('embedded')
  const at = new Date('2026-11-23T12:00:00Z')
  await noteBackup(shop.shop.db, at)
  const text = await measured(shop.shop)
  await shop.close()
  // Those of a running application: request-times.ts and app.ts register them.
  const later = /^surbrote_(?:http|kept|public)_/
  const named = [...`${rules}${dashboard}`.matchAll(/\b(?:surbrote|process|nodejs)_\w+/g)].map(
    ([name]) => name,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !later.test(name) && !text.includes(`# TYPE ${name} `))).toEqual([])
  expect(text).toContain(`surbrote_backup_last_success_timestamp_seconds{of="shop"} ${at.getTime() / 1_000}`)
  expect(text).toContain('surbrote_files_up 1')
  expect(text).toMatch(/surbrote_disk_bytes\{part="free"\} [1-9]/)
})

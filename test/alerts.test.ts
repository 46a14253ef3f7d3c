import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openMetrics } from '../src/server/metrics/metrics.ts'
import { noteBackup } from '../src/server/settings/settings.ts'
import { openShop } from './support/open-shop.ts'

const run = promisify(execFile)
const promtool = process.env['PROMTOOL'] ?? 'promtool'
const isThere = await run(promtool, ['--version']).then(
  () => true,
  () => false,
)

describe.skipIf(!isThere)('deploy/prometheus (needs promtool of Debian’s package prometheus)', () => {
  it('rings for what is wrong, and not in an ordinary night', async () => {
    const { stdout } = await run(promtool, ['test', 'rules', 'deploy/prometheus/rules.test.yml'])
    expect(stdout).toContain('SUCCESS')
  })

  it('is a configuration of Prometheus', async () => {
    await run(promtool, ['check', 'config', 'deploy/prometheus/prometheus.yml'])
  })
})

it('every rule is tested, and rules and dashboard name metrics that exist', async () => {
  const [rules = '', tests = '', dashboard = ''] = [
    'prometheus/rules.yml',
    'prometheus/rules.test.yml',
    'grafana.json',
  ].map((file) => readFileSync(`deploy/${file}`, 'utf8'))
  for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g))
    expect(tests.split(`alertname: ${alert}`), alert).toHaveLength(3)

  const shop = await openShop('embedded')
  const load = () => ({ running: 0, waiting: 0 })
  const metrics = openMetrics(shop.shop, { passwords: load, pictures: load })
  const at = new Date('2026-11-23T12:00:00Z')
  await noteBackup(shop.shop.db, at)
  const text = await metrics.registry.metrics()
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

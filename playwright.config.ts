import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM } from './test/support/browsers/browser.ts'
import { fillDataDir } from './test/support/databases/embedded-dump.ts'

const WORKERS = 2
/** Chosen once, by the process that starts the workers, which read them from the environment. */
process.env['JOURNEY_PORT'] ??= String(20_000 + Math.floor(Math.random() * 20_000))
const isFirst = process.env['JOURNEY_FOLDER'] === undefined
process.env['JOURNEY_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'surbrote-journeys-'))
/** The shop of a worker: no journey sees what another one changes meanwhile. */
const shopOf = (worker: number) => {
  const port = Number(process.env['JOURNEY_PORT']) + worker
  return {
    port,
    address: `http://localhost:${port}`,
    data: join(process.env['JOURNEY_FOLDER'] ?? '', `${worker}`),
  }
}
const own = shopOf(Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % WORKERS)
process.env['JOURNEY_DATA'] = own.data
// Migrated, as a first start takes several seconds.
if (isFirst) for (let worker = 0; worker < WORKERS; worker += 1) await fillDataDir(shopOf(worker).data)
/** `DRAWN=1 npm test -- journeys cart` draws the pages and keeps a picture of each failure. */
const isDrawn = process.env['DRAWN'] === '1'

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  workers: WORKERS,
  // A test that passes on retry is flaky: report it as a failure.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Demo shops, built and served as by `npm start`; each journey uses its own users and products.
  webServer: Array.from({ length: WORKERS }, (_, worker) => {
    const { port, address, data } = shopOf(worker)
    return {
      command: 'node --disable-warning=ExperimentalWarning src/server/main.ts',
      url: `${address}/readyz`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 12_000 },
      env: {
        PORT: String(port),
        PUBLIC_URL: address,
        DATA_DIR: data,
        DATABASE_URL: '',
        DEMO: '1',
        RATE_LIMIT_FACTOR: '0',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
      },
    }
  }),
  use: {
    baseURL: own.address,
    navigationTimeout: 45_000,
    // The worker of the offline page takes part in every navigation; `offline.spec.ts` tries it.
    serviceWorkers: 'block',
    ...devices['Desktop Chrome'],
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // A trace of each journey takes a fifth of the processor time: run a failed one again with `--trace on`.
    screenshot: isDrawn ? 'only-on-failure' : 'off',
    launchOptions: {
      ...(CHROMIUM && { executablePath: CHROMIUM }),
      args: [
        '--no-sandbox',
        // Letters as wide as on phones, not rounded to whole pixels.
        '--font-render-hinting=none',
        '--disable-gpu',
        // Drawn by the processor itself: without these a graphics card is imitated, for a tenth of the processor time.
        '--disable-gpu-compositing',
        '--disable-software-rasterizer',
        // Room for one tile: pages are laid out and hardly drawn, which saves a quarter of a load's processor time.
        ...(isDrawn ? [] : ['--force-gpu-mem-available-mb=1']),
        // A page lives for seconds: what is compiled once more to run faster is hardly used, and much of what is allocated is dropped.
        '--js-flags=--no-turbofan --min-semi-space-size=16',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

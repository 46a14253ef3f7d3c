import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { fillDemoShop } from '../../demo/fill.ts'
import { engines, withPlace, withShopOf } from '../../test/support/test-environment.ts'
import { loadNow, printHeading } from '../load/report.ts'
import { startBenchServer } from '../load/bench-server.ts'

/**
 * `npm run bench lighthouse`: Google's Lighthouse on the built pages of the demo shop, with its slow phone profile: for a
 * first visit, with the age gate over the page, and for a visitor past it. Medians; `--url` measures a running shop.
 * Lighthouse is downloaded for the run. `index` is its benchmark of the machine, `load` the load average: over about 1 the
 * times say more about the machine than about the page.
 */
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '/,/productos,/producto/1,/carrito' },
    visitors: { type: 'string', default: 'first,confirmed' },
    engine: { type: 'string', default: 'embedded' },
    runs: { type: 'string', default: '3' },
    port: { type: 'string', default: '4480' },
    url: { type: 'string' },
    /** A folder for the full reports. */
    keep: { type: 'string' },
  },
})
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const CHROMIUMS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const run = promisify(execFile)

/** The fields of a report that are used: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
interface Report {
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  >
  audits: Record<
    string,
    { score: number | null; scoreDisplayMode: string; title: string; numericValue?: number }
  >
  environment: { benchmarkIndex: number }
}

if (options.url === undefined) await measureDemo()
else await measureAll(options.url)

async function measureDemo(): Promise<void> {
  const engine = engines.find((name) => name === options.engine)
  if (!engine) throw new Error(`--engine: one of ${engines.join(', ')}`)
  await withPlace(engine, async (scope, place) => {
    await withShopOf(scope, place, (shop) => fillDemoShop(shop))
    await startBenchServer(scope, place, { pages: true, port: Number(options.port) })
    await measureAll(`http://localhost:${options.port}`)
  })
}

async function measureAll(origin: string): Promise<void> {
  printHeading(`${LIGHTHOUSE}, phone, median of ${options.runs}`)
  const table: Record<string, string | number>[] = []
  const found = new Set<string>()
  for (const page of options.pages.split(',')) {
    for (const visitor of options.visitors.split(',')) {
      const load = loadNow()
      const reports = await reportsOf(origin + page, visitor)
      table.push({ page, visitor, ...medians(reports), load })
      for (const each of reports) for (const line of faultsOf(each)) found.add(`${page} ${visitor}: ${line}`)
    }
  }
  console.table(table)
  console.log([...found].join('\n'))
}

async function reportsOf(address: string, visitor: string): Promise<Report[]> {
  // Warms the page: the first render is not representative.
  await fetch(address)
  const reports: Report[] = []
  for (let each = 0; each < Number(options.runs); each += 1) {
    // On a busy machine a trace sometimes lacks its beginning: try once more.
    reports.push(await report(address, visitor).catch(() => report(address, visitor)))
  }
  return reports
}

async function report(address: string, visitor: string): Promise<Report> {
  const folder = await mkdtemp(path.join(options.keep ?? tmpdir(), 'lighthouse-'))
  const file = path.join(folder, 'report.json')
  try {
    await run('npx', ['--yes', LIGHTHOUSE, address, ...flags(file, visitor)], {
      env: { ...process.env, CHROME_PATH: CHROMIUMS.find((each) => each && existsSync(each)) },
    })
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } finally {
    if (!options.keep) await rm(folder, { recursive: true, force: true })
  }
}

function flags(file: string, visitor: string): string[] {
  return [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join()}`,
    `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    // The server leaves the gate out for a browser that brings this cookie.
    ...(visitor === 'confirmed' ? [`--extra-headers=${JSON.stringify({ Cookie: 'ageVerified=true' })}`] : []),
  ]
}

function medians(reports: Report[]): Record<string, number> {
  const score = (name: string) =>
    median(reports.map((each) => Math.round((each.categories[name]?.score ?? 0) * 100)))
  const value = (name: string, digits = 0) =>
    Number(median(reports.map((each) => each.audits[name]?.numericValue ?? Number.NaN)).toFixed(digits))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    SEO: score('seo'),
    'FCP ms': value('first-contentful-paint'),
    'LCP ms': value('largest-contentful-paint'),
    'speed ms': value('speed-index'),
    CLS: value('cumulative-layout-shift', 4),
    'TBT ms': value('total-blocking-time'),
    kB: Math.round(value('total-byte-weight') / 1000),
    index: Math.round(median(reports.map((each) => each.environment.benchmarkIndex))),
  }
}

/** Audits below 100 that are not about speed. */
function faultsOf(report: Report): string[] {
  return CATEGORIES.slice(1)
    .flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => ({ id, audit: report.audits[id] }))
    .filter(({ audit }) => audit?.scoreDisplayMode === 'binary' && audit.score !== 1)
    .map(({ id, audit }) => `${id}: ${audit?.title}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

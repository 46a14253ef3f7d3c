/**
 * `npm test`: every check, the fastest first. `npm test -- api orders` runs one part or several (types, lint, unit, api,
 * strangers, journeys); the other words filter its tests. `npm test -- changed` runs types, lint and the tests of unit and
 * api that import what differs from the last commit but one. All parts run, also after a failure. The last line sums up.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'
import { fetchTriedOut, needChromium, needPostgres } from './test-programs.mjs'

const parts = ['types', 'lint', 'unit', 'api', 'strangers', 'journeys']
const vitestParts = ['unit', 'api', 'strangers']
const words = process.argv.slice(2)
const named = parts.filter((part) => words.includes(part))
const isOfChange = words.includes('changed')
const wanted = named.length > 0 ? named : parts.slice(0, isOfChange ? parts.indexOf('strangers') : undefined)
const filters = words.filter((word) => !parts.includes(word) && word !== 'changed')
const wants = (part) => wanted.includes(part)

const { node, env } = prepare({ build: false })
const reports = join(root, '.cache')
/** What is tried in part, another part each time (CONTRIBUTING). */
env.TEST_SEED ??= String(Math.floor(Math.random() * 1_000_000))
if (words.length === 0) env.TEST_PART = '1'
console.log(`TEST_SEED=${env.TEST_SEED}`)
/** Tests start many processes that compile the same modules. */
env.NODE_COMPILE_CACHE ??= join(reports, 'compiled')
const total = { passed: 0, failed: 0, skipped: 0 }
/** Failures, repeated at the end of a long run. */
const failures = []
let running

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    endGroup(running, 'SIGTERM')
    process.exit(130)
  })
}

if (wants('api')) {
  needPostgres()
  fetchTriedOut()
}
if (wants('journeys')) env.CHROMIUM_PATH = needChromium(node, env)
if (wants('types')) await check('tipos', 'types')
if (wants('lint')) await check('estilo', 'lint')
if (vitestParts.some(wants)) await runVitest()
if (wants('journeys') && (await check('construcción', 'build'))) await runJourneys()

for (const failure of failures) console.log(`\n-- ${failure}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 ? 1 : 0

/** One of the package's scripts, which counts as one test; true when it succeeded. */
async function check(title, script) {
  const ok = await stage(title, 'npm', ['run', '--silent', script], 5)
  add(title, ok, ok ? { passed: 1 } : undefined)
  return ok
}

async function runVitest() {
  const report = freshReport('vitest.json')
  const projects = vitestParts.filter(wants).flatMap((name) => ['--project', `${name}*`])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // A filter may leave a vitest project without tests.
  const none = filters.length > 0 || isOfChange ? ['--passWithNoTests'] : []
  const changed = isOfChange ? ['--changed=HEAD~1'] : []
  const ok = await stage(
    'pruebas',
    'vitest',
    ['run', ...none, ...changed, ...projects, ...output, ...filters],
    45,
  )
  const { testResults = [], ...counts } = readReport(report)
  failures.push(...testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf))
  add('pruebas', ok, {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  })
}

async function runJourneys() {
  const report = freshReport('playwright.json')
  const none = filters.length > 0 ? ['--pass-with-no-tests'] : []
  const ok = await stage('recorridos', 'playwright', ['test', ...none, ...filters], 45)
  const { expected, unexpected, flaky, skipped } = readReport(report).stats ?? {}
  add('recorridos', ok, { passed: expected, failed: unexpected + flaky, skipped })
}

/** Failed tests of a file, or why it could not be run at all. */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  return failed.length > 0
    ? failed.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
    : [`${name}\n${message}`]
}

/** Runs one program to its end or its time limit, which is against hangs; true when it succeeded. */
async function stage(title, command, args, minutes) {
  console.log(`\n== ${title}: ${command} ${args.join(' ')}`)
  const started = Date.now()
  // In its own process group, so that its children end with it.
  running = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const limit = setTimeout(() => {
    console.error(`${title}: no terminó en ${minutes} minutos`)
    endGroup(running, 'SIGKILL')
  }, minutes * 60_000)
  const failure = await new Promise((resolve) => {
    running.on('error', ({ message }) => resolve(message))
    running.on('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `código ${code}`)))
  })
  clearTimeout(limit)
  endGroup(running, 'SIGKILL')
  running = undefined
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`== ${title}: ${failure === undefined ? 'bien' : `MAL (${failure})`}, ${seconds} s`)
  return failure === undefined
}

function endGroup(child, signal) {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended already.
  }
}

/** A program that failed without a failed test (a file that does not load, a time limit) counts as one failure. */
function add(title, ok, { passed = 0, failed = 0, skipped = 0 } = {}) {
  const isUnexplained = !ok && !(failed > 0)
  total.passed += passed || 0
  total.failed += isUnexplained ? 1 : failed || 0
  total.skipped += skipped || 0
  if (isUnexplained) failures.push(`${title}: su salida está más arriba`)
}

function freshReport(name) {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

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
/** Tests start many processes that compile the same modules. */
env.NODE_COMPILE_CACHE ??= join(reports, 'compiled')
const total = { passed: 0, failed: 0, skipped: 0 }
/** Failures, repeated at the end of a long run. */
const failures = []
let running
let lastOutput = ''
const LAST_PIECES = 400
const LAST_LINES = 80

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
if (wants('types')) count(await stage('tipos', 'npm', ['run', '--silent', 'types'], 5))
if (wants('lint')) count(await stage('estilo', 'npm', ['run', '--silent', 'lint'], 5))
if (vitestParts.some(wants)) await runVitest()
if (wants('journeys')) await runJourneys()

for (const failure of failures) console.log(`\n-- ${failure}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runVitest() {
  const report = freshReport('vitest.json')
  const projects = vitestParts.filter(wants).flatMap((name) => ['--project', `${name}*`])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // A filter may leave a vitest project without tests.
  const none = filters.length > 0 || isOfChange ? ['--passWithNoTests'] : []
  const changed = isOfChange ? ['--changed=HEAD~1'] : []
  const args = ['run', ...none, ...changed, ...projects, ...output, ...filters]
  const ok = await stage('pruebas', 'vitest', args, 45)
  const result = readReport(report)
  failures.push(...vitestFailures(result?.testResults ?? []))
  add(ok, {
    passed: result?.numPassedTests,
    failed: result?.numFailedTests,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  })
}

async function runJourneys() {
  if (!(await stage('construcción', 'npm', ['run', '--silent', 'build'], 5))) {
    total.failed += 1
    return
  }
  const report = freshReport('playwright.json')
  const ok = await stage(
    'recorridos',
    'playwright',
    ['test', ...(filters.length > 0 ? ['--pass-with-no-tests'] : []), ...filters],
    45,
  )
  const stats = readReport(report)?.stats
  add(ok, {
    passed: stats?.expected,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped,
  })
}

/** Failed tests, and files that could not be run at all. */
function vitestFailures(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      return failed.length > 0
        ? failed.map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
        : [`${name}\n${message || lastOutput}`]
    })
}

/** Runs one program to its end or its time limit, which is against hangs; true when it succeeded. */
async function stage(title, command, args, minutes) {
  console.log(`\n== ${title}: ${command} ${args.join(' ')}`)
  const started = Date.now()
  // In its own process group, so that its children end with it.
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running = child
  const lastLines = copyOutput(child)
  const limit = setTimeout(() => {
    console.error(`${title}: no terminó en ${minutes} minutos`)
    endGroup(child, 'SIGKILL')
  }, minutes * 60_000)
  const failure = await endOf(child)
  clearTimeout(limit)
  running = undefined
  lastOutput = lastLines()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`== ${title}: ${failure === undefined ? 'bien' : `MAL (${failure})`}, ${seconds} s`)
  return failure === undefined
}

/** Copies the output of a program to ours; the returned function gives its last lines. */
function copyOutput(child) {
  const pieces = []
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      to.write(chunk)
      pieces.push(chunk.toString())
      if (pieces.length > LAST_PIECES) pieces.shift()
    })
  }
  return () => pieces.join('').split('\n').slice(-LAST_LINES).join('\n')
}

/** Resolves when a program and its output have ended, to undefined or to the error. */
function endOf(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => {
      endGroup(child, 'SIGKILL')
      const failure = code === 0 ? undefined : (signal ?? `código ${code}`)
      // Its last output may still be in the pipe; a process that it left running must not block us.
      const late = setTimeout(resolve, 3_000, failure)
      child.once('close', () => {
        clearTimeout(late)
        resolve(failure)
      })
    })
  })
}

function endGroup(child, signal) {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended already.
  }
}

function count(ok) {
  total[ok ? 'passed' : 'failed'] += 1
  if (!ok) failures.push(lastOutput)
}

/** A program that failed without a failed test (a file that does not load, a time limit) counts as one failure. */
function add(ok, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += ok || failed > 0 ? failed : 1
  if (!ok && failed === 0) failures.push(lastOutput)
  total.skipped += skipped
}

function freshReport(name) {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * `npm test`: every check, in the order of how soon each tells something. `npm test -- api orders` runs a
 * part (types, lint, unit, api, journeys; several may be named), the rest of the words choose among its tests.
 * A stage that fails does not keep the later ones from running. The last line sums up.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'
import { needChromium, needPostgres } from './tools.mjs'

const parts = ['types', 'lint', 'unit', 'api', 'journeys']
const words = process.argv.slice(2)
const named = parts.filter((part) => words.includes(part))
const wanted = named.length > 0 ? named : parts
const filters = words.filter((word) => !parts.includes(word))
const wants = (part) => wanted.includes(part)

const { node, env } = prepare({ build: false })
const reports = join(root, '.cache')
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, said once more before the last line: who reads only the end of a long run must see why. */
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

if (wants('api')) needPostgres()
if (wants('journeys')) env.CHROMIUM_PATH = needChromium(node, env)
if (wants('types')) count(await stage('tipos', 'npm', ['run', '--silent', 'types'], 5))
if (wants('lint')) count(await stage('estilo', 'npm', ['run', '--silent', 'lint'], 5))
if (wants('unit') || wants('api')) await runVitest()
if (wants('journeys')) await runJourneys()

for (const failure of failures) console.log(`\n-- ${failure}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runVitest() {
  const report = freshReport('vitest.json')
  const projects = ['unit', 'api'].filter(wants).flatMap((name) => ['--project', name])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // A filter may leave one of the two projects without tests; the whole suite must have some.
  const none = filters.length > 0 ? ['--passWithNoTests'] : []
  const args = ['run', ...none, ...projects, ...output, ...filters]
  const ok = await stage('pruebas', 'vitest', args, 15)
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
    20,
  )
  const stats = readReport(report)?.stats
  add(ok, {
    passed: stats?.expected,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped,
  })
}

/** Failed tests, and files that could not be run: those have no tests to count. */
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

/** Runs one program to its end or its limit; true when it ended well. */
function stage(title, command, args, minutes) {
  console.log(`\n== ${title}: ${command} ${args.join(' ')}`)
  const started = Date.now()
  return new Promise((resolve) => {
    // In a group of its own, so that what it started ends with it.
    running = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const child = running
    const lines = []
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (chunk) => {
        to.write(chunk)
        lines.push(chunk.toString())
        if (lines.length > LAST_PIECES) lines.shift()
      })
    }
    const limit = setTimeout(() => {
      console.error(`${title}: no terminó en ${minutes} minutos`)
      endGroup(child, 'SIGKILL')
    }, minutes * 60_000)
    const end = (ok, why) => {
      clearTimeout(limit)
      running = undefined
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`== ${title}: ${ok ? 'bien' : `MAL (${why})`}, ${seconds} s`)
      lastOutput = lines.join('').split('\n').slice(-LAST_LINES).join('\n')
      resolve(ok)
    }
    child.on('error', (error) => end(false, error.message))
    child.on('exit', (code, signal) => {
      endGroup(child, 'SIGKILL')
      // Its last words may still be in the pipe; what it left running elsewhere does not hold us.
      const gone = () => end(code === 0, signal ?? `código ${code}`)
      const late = setTimeout(gone, 3_000)
      child.once('close', () => {
        clearTimeout(late)
        gone()
      })
    })
  })
}

function endGroup(child, signal) {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // All of it has ended already.
  }
}

function count(ok) {
  total[ok ? 'passed' : 'failed'] += 1
  if (!ok) failures.push(lastOutput)
}

/** A program that failed without one failed test (a file that does not load, a time limit) counts as one. */
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FLAGS } from '../bench/support/load.ts'
import { findPostgres } from '../test/support/postgres.ts'
import { PATCHES } from './support/patch-sources.ts'
import { ROOT } from './support/places.ts'
import type { Broken, Proof } from './support/proof.ts'
import { type Line, writeResults } from './support/results-page.ts'
import type { Result, Task } from './support/run-one.ts'

/**
 * `npm run prove [-- S1 C2 …]`: proofs/README.md. Each runs in a process of its own, one after the other; the exit code
 * is 1 when something does not hold, could not be tried, or when a wrong build was not noticed.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** As often as the claims are made for; hours. */
    full: { type: 'boolean', default: false },
    /** The wrong builds instead: each must be noticed. */
    broken: { type: 'boolean', default: false },
    /** Only the wrong build of this name. */
    only: { type: 'string' },
    /** Writes what came out into docs/proofs.md. */
    write: { type: 'boolean', default: false },
    tries: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

const found = await findProofs(positionals.map((id) => id.toUpperCase()))
if (options.list) {
  for (const { proof } of found) console.log(`${proof.id.padEnd(3)} ${proof.title}`)
  process.exit(0)
}
buildWhenMissing()

const lines: Line[] = []
const shown: Record<string, string>[] = []
for (const each of found) {
  const line = options.broken ? await runBroken(each) : await runReal(each)
  lines.push(line)
  // One wrong build says nothing of the others.
  if (options.write && options.only === undefined) writeResults([line])
}
console.table(shown.map(({ figure = '', ...rest }) => ({ ...rest, figure: figure.slice(0, 120) })))
process.exitCode = shown.every(({ result }) => result?.startsWith('yes')) && shown.length > 0 ? 0 : 1

interface Found {
  file: string
  proof: Proof
}

async function findProofs(ids: string[]): Promise<Found[]> {
  const names = readdirSync(import.meta.dirname).filter((name) => /^[a-z]\d+-[a-z0-9-]+\.ts$/.test(name))
  const idOf = (name: string) => (name.split('-', 1)[0] ?? '').toUpperCase()
  const unknown = ids.filter((id) => !names.some((name) => idOf(name) === id))
  if (unknown.length > 0)
    throw new Error(`No proof is called ${unknown.join(', ')}: ${names.map(idOf).join(', ')}`)
  const wanted = names.filter((name) => ids.length === 0 || ids.includes(idOf(name)))
  return Promise.all(
    wanted.map(async (name) => {
      const file = path.join(import.meta.dirname, name)
      const { proof } = (await import(file)) as { proof: Proof }
      if (proof.id !== idOf(name)) throw new Error(`${name} says that it is ${proof.id}`)
      return { file, proof }
    }),
  )
}

async function runReal({ file, proof }: Found): Promise<Line> {
  console.log(`\n${proof.id} ${proof.title}`)
  const machine = machineNow()
  const result = await runOne(file, proof, undefined)
  const base = { id: proof.id, what: proof.title, date: today(), machine }
  if ('error' in result) {
    console.error(`  could not be tried: ${result.error}`)
    shown.push({ proof: proof.id, result: 'could not be tried', tries: '', figure: '' })
    return { ...base, tries: '', figure: '', pass: 'could not be tried' }
  }
  const { tries, figure, failures } = result.outcome
  for (const failure of failures) console.error(`  ✗ ${failure}`)
  const pass = failures.length === 0 ? 'yes' : `NO: ${failures.join('; ')}`
  shown.push({
    proof: proof.id,
    result: failures.length === 0 ? 'yes' : 'NO',
    tries: `${tries}${shortOf(proof)}`,
    figure,
  })
  return { ...base, tries: `${tries}${shortOf(proof)}`, figure, pass }
}

function triesOf({ tries }: Proof): number {
  return Number(options.tries ?? (options.full ? tries.full : tries.short))
}

/** Behind the tries of a run that is not as long as the claim: how many of how many. */
function shortOf(proof: Proof): string {
  const isWhole = options.full && triesOf(proof) >= proof.tries.full
  return isWhole ? '' : ` (short: ${triesOf(proof)} of ${proof.tries.full})`
}

async function runBroken({ file, proof }: Found): Promise<Line> {
  const chosen = proof.broken.filter(({ name }) => options.only === undefined || name === options.only)
  const noticed: string[] = []
  for (const broken of chosen) {
    console.log(`\n${proof.id} with a wrong build: ${broken.name}`)
    const result = await runOne(file, proof, broken)
    const failures = 'outcome' in result ? result.outcome.failures : []
    const isNoticed = failures.some((failure) => broken.failsWith.test(failure))
    if (isNoticed) noticed.push(broken.name)
    for (const failure of failures) console.log(`  ✗ ${failure}`)
    if ('error' in result) console.error(`  could not be tried: ${result.error}`)
    shown.push({
      proof: `${proof.id} ${broken.name}`,
      result: isNoticed ? 'yes, it failed' : 'NOT NOTICED',
      tries: 'outcome' in result ? result.outcome.tries : '',
      figure: failures[0] ?? ('outcome' in result ? result.outcome.figure : ''),
    })
  }
  if (chosen.length === 0) shown.push({ proof: proof.id, result: 'NO wrong build', tries: '', figure: '' })
  return {
    id: proof.id,
    what: proof.title,
    broken: `${noticed.length} of ${proof.broken.length}: ${noticed.join(', ')} (${today()})`,
  }
}

async function runOne(file: string, proof: Proof, broken: Broken | undefined): Promise<Result> {
  const patches = broken?.patches ?? []
  const patched =
    patches.length > 0 && broken?.onlyServers !== true
      ? ['--import', path.join(import.meta.dirname, 'support/patch-sources.ts')]
      : []
  const node = [process.execPath, ...FLAGS, ...patched, path.join(import.meta.dirname, 'support/run-one.ts')]
  const [program = '', ...args] = proof.needs === 'mounts' ? ['unshare', '-m', '--', ...node] : node
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...(patches.length > 0 && { [PATCHES]: JSON.stringify(patches) }),
    },
  })
  const task: Task = {
    file,
    tries: triesOf(proof),
    full: options.full,
    broken: broken?.name,
  }
  child.send(task)
  return resultOf(child, (proof.minutes ?? 10) * (options.full ? 20 : 1))
}

function resultOf(child: ChildProcess, minutes: number): Promise<Result> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      resolve({ error: `It did not end within ${minutes} minutes` })
      // It ends what it started: all of that hangs on its channels.
      child.kill('SIGKILL')
    }, minutes * 60_000)
    const end = (result: Result) => {
      clearTimeout(limit)
      resolve(result)
    }
    child.once('message', (result: Result) => end(result))
    child.once('error', (error) => end({ error: error.message }))
    child.once('exit', (code, signal) => end({ error: `Its process ended: ${signal ?? code}` }))
  })
}

/** The pages are part of the shop that is proven. */
function buildWhenMissing(): void {
  if (existsSync(path.join(ROOT, 'dist/client/.vite/manifest.json'))) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
}

/** Figures that depend on time mean nothing without it. */
function machineNow(): string {
  const postgres = findPostgres()
  const version = postgres && execFileSync(`${postgres}/postgres`, ['--version'], { encoding: 'utf8' })
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, PostgreSQL ${/[\d.]+/.exec(version ?? '')?.[0] ?? '-'}, load before ${(loadavg()[0] ?? 0).toFixed(1)}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

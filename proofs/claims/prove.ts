import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '../../test/support/databases/postgres.ts'
import { EDITS, flagsFor } from '../wrong-builds/edits.ts'
import { locatePatches, readSources } from '../wrong-builds/locate-patches.ts'
import { ROOT } from '../../test/support/test-environment.ts'
import type { Broken, Proof } from '../support/proof.ts'
import { noticedBefore, type Results, writeResults } from '../support/results-page.ts'
import { FLAGS } from '../../test/support/servers/start-server.ts'
import type { Result, Task } from '../support/run-one.ts'

/**
 * `npm run prove [-- S1 C2 …]`: proofs/README.md. Each runs in a process of its own, one after the other; the exit code
 * is 1 when something does not hold, could not be tried, or when a wrong build was not noticed.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** As many tries as the claims are made for; takes hours. */
    full: { type: 'boolean', default: false },
    /** Runs the wrong builds instead: each must be noticed. */
    broken: { type: 'boolean', default: false },
    /** Only the wrong build of this name. */
    only: { type: 'string' },
    /** Only wrong builds that proofs/results.md does not list yet; `--write` adds them there. */
    unlisted: { type: 'boolean', default: false },
    /** Writes the results to proofs/results.md. */
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

const shown: Record<string, string>[] = []
for (const each of found) {
  const results = options.broken ? await runBroken(each) : await runReal(each)
  // One wrong build says nothing about the others.
  if (options.write && options.only === undefined) writeResults(each.proof, results)
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

async function runReal({ file, proof }: Found): Promise<Results> {
  console.log(`\n${proof.id} ${proof.title}`)
  const lastRun = `${today()} on ${machineNow()}`
  const result = await runOne(file, proof, undefined)
  if ('error' in result) {
    console.error(`  could not be tried: ${result.error}`)
    shown.push({ proof: proof.id, result: 'could not be tried', tries: '', figure: '' })
    return { result: 'could not be tried', tried: '', figures: '', lastRun }
  }
  const { tries, figure, failures } = result.outcome
  for (const failure of failures) console.error(`  ✗ ${failure}`)
  const holds = failures.length === 0
  shown.push({
    proof: proof.id,
    result: holds ? 'yes' : 'NO',
    tries: `${tries}${shortOf(proof)}`,
    figure,
  })
  return {
    result: holds ? 'holds' : `does NOT hold: ${failures.join('; ').replaceAll(/\s+/g, ' ')}`,
    tried: `${tries}${shortOf(proof)}`,
    figures: figure.replaceAll(/\s+/g, ' '),
    lastRun,
  }
}

function triesOf({ tries }: Proof): number {
  return Number(options.tries ?? (options.full ? tries.full : tries.short))
}

/** Also without `--full`, when the claim is made for as many. */
function isFull(proof: Proof): boolean {
  return options.full || triesOf(proof) >= proof.tries.full
}

/** A suffix for runs with fewer tries than the claim is made for. */
function shortOf(proof: Proof): string {
  const tries = triesOf(proof)
  return tries < proof.tries.full ? ` (short: ${tries} of ${proof.tries.full})` : ''
}

async function runBroken({ file, proof }: Found): Promise<Results> {
  const before = options.unlisted ? noticedBefore(proof) : { names: [], day: '' }
  const chosen = proof.broken.filter(
    ({ name }) => (options.only === undefined || name === options.only) && !before.names.includes(name),
  )
  const noticed = [...before.names]
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
  const names = proof.broken.map(({ name }) => name).filter((name) => noticed.includes(name))
  const days = before.day === '' || before.day === today() ? today() : `${before.day} to ${today()}`
  return { wrongBuilds: `${names.length} of ${proof.broken.length} noticed (${days}): ${names.join(', ')}` }
}

async function runOne(file: string, proof: Proof, broken: Broken | undefined): Promise<Result> {
  const edits = locatePatches(readSources(ROOT), broken?.patches ?? [])
  const patched = broken?.onlyServers === true ? [] : flagsFor(edits)
  const node = [
    process.execPath,
    ...FLAGS,
    ...patched,
    path.join(import.meta.dirname, '../support/run-one.ts'),
  ]
  const [program = '', ...args] = proof.needs === 'mounts' ? ['unshare', '-m', '--', ...node] : node
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      [EDITS]: JSON.stringify(edits),
    },
  })
  const task: Task = {
    file,
    tries: triesOf(proof),
    full: isFull(proof),
    broken: broken?.name,
  }
  child.send(task)
  return resultOf(child, (proof.minutes ?? 10) * timesLonger(proof))
}

/** Twenty times as long in full, otherwise in proportion to the tries. */
function timesLonger(proof: Proof): number {
  return isFull(proof) ? 20 : Math.max(1, triesOf(proof) / proof.tries.short)
}

function resultOf(child: ChildProcess, minutes: number): Promise<Result> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      resolve({ error: `It did not end within ${minutes} minutes` })
      // It ends the processes that it started: their channels close.
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

/** The built pages are part of the tested shop. */
function buildWhenMissing(): void {
  if (existsSync(path.join(ROOT, 'dist/client/.vite/manifest.json'))) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
}

/** The machine's state, without which times mean nothing. */
function machineNow(): string {
  const postgres = findPostgres()
  const version = postgres && execFileSync(`${postgres}/postgres`, ['--version'], { encoding: 'utf8' })
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores, ${memory} GB, Node ${process.versions.node}, PostgreSQL ${/[\d.]+/.exec(version ?? '')?.[0] ?? '-'}, load before ${(loadavg()[0] ?? 0).toFixed(1)}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

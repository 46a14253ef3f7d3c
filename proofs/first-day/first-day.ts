import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Fault, startMailServer } from '../../test/support/servers/mail-server.ts'
import { ROOT } from '../../test/support/test-environment.ts'
import { type ControlGroup, makeGroups, removeGroup, whyNot } from './boot.ts'
import { openMachine } from './machine.ts'
import { byCompose, onSystemd } from './paths.ts'
import { copyRelease, expectSameBytes, makeRelease } from './releases.ts'

/**
 * `npm run first-day [-- embedded postgres compose]`: follows docs/operating/first-day.md in a machine with a systemd of its
 * own, to orders, delivered mails, backups, upgrades and a reboot, and makes the release twice. Every command is read from the documents. As root, on a
 * Debian with nginx and PostgreSQL; exits with 2 where that cannot be.
 */
const PATHS = { embedded: onSystemd(false), postgres: onSystemd(true), compose: byCompose }
type PathName = keyof typeof PATHS

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { inside: { type: 'string' }, groups: { type: 'string' } },
})
if (values.inside !== undefined)
  // safe: written by `follow`
  await inside(values.inside as PathName, JSON.parse(values.groups ?? '[]') as ControlGroup[])
else await outside(positionals.length > 0 ? (positionals as PathName[]) : (Object.keys(PATHS) as PathName[]))

async function outside(names: PathName[]): Promise<void> {
  const unknown = names.find((name) => !(name in PATHS))
  const reason = unknown === undefined ? whyNot() : `no path is called ${unknown}`
  if (reason !== undefined) {
    console.error(`first-day: nothing was run: ${reason}`)
    process.exit(2)
  }
  if (names.includes('compose') && !existsSync(path.join(ROOT, 'dist/server')))
    execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' })
  if (names.some((name) => name !== 'compose')) makeRelease()
  if (names.includes('embedded')) expectSameBytes()
  for (const name of names) if (!(await follow(name))) process.exitCode = 1
}

/** In namespaces that end with this process, however it ends. Only control groups outlive it: the next run removes them. */
async function follow(name: PathName): Promise<boolean> {
  const groups = makeGroups(process.pid)
  const node = [process.execPath, '--no-warnings', import.meta.filename]
  // A shell as first process, as it reaps what loses its parent; a zombie would keep the machine from going down.
  const first = ['sh', '-c', '"$@"; exit $?', 'sh', ...node]
  const args = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', ...first]
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...args, '--inside', name, '--groups', JSON.stringify(groups)],
    {
      stdio: 'inherit',
      // The shop's certificate is one of its own.
      env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    },
  )
  const stop = () => child.kill('SIGKILL')
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  process.off('SIGINT', stop).off('SIGTERM', stop)
  for (const { folder } of groups) await removeEmptied(folder)
  if (signal !== null) process.exit(1)
  return code === 0
}

/** Killed processes leave their groups a moment later. */
async function removeEmptied(folder: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return removeGroup(folder)
    } catch (error) {
      if (tries > 50) throw error
      await sleep(100)
    }
  }
}

async function inside(name: PathName, groups: ControlGroup[]): Promise<void> {
  const began = performance.now()
  try {
    // A mount of these namespaces alone.
    const machine = await openMachine('/mnt', groups, name === 'compose' ? '/opt/surbrote' : undefined)
    if (name !== 'compose') copyRelease(path.join(machine.root, 'root'))
    execFileSync('mount', ['--bind', path.join(machine.root, 'etc/hosts'), '/etc/hosts'])
    let fault: Fault = 'none'
    const mail = await startMailServer({ onEnd: () => undefined }, () => fault)
    const seen = await PATHS[name](machine, { ...mail, refuse: (next) => void (fault = next) })
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    const facts = [`${machine.typed.length} commands typed`, `${mail.received.length} mails`, ...seen]
    console.log(`${name}: ${facts.join(', ')}; ${minutes} minutes`)
  } catch (error) {
    console.error(`${name}:`, error)
    process.exitCode = 1
  }
  // Everything else in these namespaces ends with their first process.
  process.exit()
}

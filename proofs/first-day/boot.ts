import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A control group of a hierarchy, for one machine. */
export interface ControlGroup {
  /** `unified`, or the name of a hierarchy of version 1, such as `name=systemd` or `memory`. */
  hierarchy: string
  folder: string
}

/** Hierarchies of version 1 that systemd uses for the units of the shop; the one without a name is version 2 beside them. */
const USED = /^(?:|name=systemd|memory|cpu|cpuacct|cpu,cpuacct|pids|devices)$/

/** Why a systemd cannot be booted here, in a sentence. */
export function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'it mounts and boots a systemd, which only root may'
  if (!existsSync('/lib/systemd/systemd')) return 'there is no /lib/systemd/systemd'
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'true'], { encoding: 'utf8' })
  if (status !== 0) return `new namespaces are refused: ${stderr.trim()}`
  return hierarchies().length > 0 ? undefined : 'no hierarchy of control groups is mounted'
}

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts', '--cgroup']

/** A group for `pid` in each hierarchy, beneath the caller's own. Groups that ended runs have left are removed. */
export function makeGroups(pid: number): ControlGroup[] {
  return hierarchies().map(({ hierarchy, folder }) => {
    for (const name of readdirSync(folder)) {
      const [, of] = /^first-day-(\d+)$/.exec(name) ?? []
      if (of !== undefined && !existsSync(`/proc/${of}`)) removeGroup(path.join(folder, name))
    }
    const own = path.join(folder, `first-day-${pid}`)
    mkdirSync(own)
    return { hierarchy, folder: own }
  })
}

function hierarchies(): ControlGroup[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  // On version 2 a group beneath the first one, as a group with processes has no controllers for those beneath it.
  if (mounts.some((line) => / \/sys\/fs\/cgroup cgroup2 /.test(line)))
    return [{ hierarchy: 'unified', folder: '/sys/fs/cgroup' }]
  return [...readFileSync('/proc/self/cgroup', 'utf8').matchAll(/^\d+:([^:]*):(.*)$/gm)]
    .filter(([, hierarchy = '']) => USED.test(hierarchy))
    .map(([, hierarchy = '', own = '']) => ({
      hierarchy,
      folder: path.join('/sys/fs/cgroup', hierarchy.replace('name=', '') || 'unified', own),
    }))
}

/** A group is removed without its files, after those beneath it. */
export function removeGroup(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(path.join(folder, entry.name))
  rmdirSync(folder)
}

/** A systemd that runs as the first process of its own namespaces; the network is the caller's. */
export interface Booted {
  /** The start of a command line that runs what follows in there. */
  enter: string[]
  /** How that systemd ended, as after `systemctl reboot`. */
  ended: Promise<unknown>
}

/** Boots what is in `root`, a mount. Resolves when systemd has started its units, or could not start some of them. */
export async function boot(root: string, groups: ControlGroup[]): Promise<Booted> {
  const unified = groups.some(({ hierarchy }) => hierarchy === 'unified')
  const names = unified
    ? 'unified'
    : groups
        .map(({ hierarchy }) => hierarchy)
        .join(' ')
        .trim()
  const join = groups.map(({ folder }) => `echo 0 > ${folder}/cgroup.procs`)
  const script = [...join, `exec unshare ${NAMESPACES.join(' ')} sh "$@"`].join('\n')
  const words = [path.join(import.meta.dirname, 'boot.sh'), root, names]
  const child = spawn('sh', ['-ec', script, 'sh', ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)))
  const pid = await firstProcess(child)
  const enter = ['nsenter', '-t', String(pid), '-m', '-p', '-i', '-u', '-C', '-r', '-w', '--']
  await untilUp(enter, child)
  return { enter, ended }
}

/** The process that the new namespaces began with, when it has become systemd. */
async function firstProcess({ pid }: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    if (first && readFileSync(`/proc/${first}/comm`, 'utf8').startsWith('systemd')) return Number(first)
    await sleep(50)
  }
  throw new Error('systemd does not start')
}

async function untilUp([program = '', ...args]: string[], child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const { stdout } = spawnSync(program, [...args, 'systemctl', 'is-system-running'], { encoding: 'utf8' })
    if (/^(?:running|degraded)/.test(stdout)) return
    await sleep(100)
  }
  throw new Error('systemd does not come up')
}

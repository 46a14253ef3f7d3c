import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../test/support/test-environment.ts'
import { boot, type ControlGroup } from './boot.ts'
import { linesOf } from './document.ts'

/** A throwaway copy of this machine with a systemd of its own: what is written there is gone when the process ends. */
export interface Machine {
  /** Its `/`, seen from outside; without its /run, /tmp and /dev. */
  root: string
  /** Commands of the documents that were typed so far. */
  typed: string[]
  /** Types a block of a document, with `input` at the standard input. Rejects with the output when a line fails. */
  type: (block: string, as?: { user?: string; input?: string }) => Promise<string>
  /** The same for a question of the test, which is no command of the documents. */
  ask: (script: string) => Promise<string>
  /** Leaves a script running, such as a server in the foreground, until `stop`; `output` returns what it has said so far. */
  leave: (block: string, as?: { user?: string }) => { output: () => string; stop: () => Promise<void> }
  write: (file: string, text: string, mode?: number) => void
  /** `systemctl reboot`: resolves when the machine is up again. */
  reboot: () => Promise<void>
}

/** Substitutes for what needs the internet; they are named in the log. */
const STAND_INS: Record<string, string> = {
  // Debian's packages start their service when they are installed.
  'apt-get': `
    for name in "$@"; do
      case $name in install|update|-*) continue ;; esac
      dpkg -s $name >/dev/null 2>&1 || [ $name = certbot ] || { echo "first-day: install $name on this machine first" >&2; exit 1; }
      case $name in
        nginx*) systemctl enable --quiet --now nginx ;;
        postgresql) pg_createcluster $(ls /usr/lib/postgresql) main >/dev/null && systemctl enable --quiet --now postgresql ;;
      esac
    done`,
  certbot: `echo 'first-day: no authority reaches this machine: the certificate of its own stays' >&2`,
  docker: `exec /opt/surbrote/bin/node --disable-warning=ExperimentalWarning /opt/surbrote/proofs/first-day/docker.ts "$@"`,
}

/** What a bare Debian does not have: tools of developers, folders that are not empty there, and the checkout. */
const ABSENT = [
  ...['node', 'npm', 'npx', 'git', 'gcc', 'cc', 'make', 'curl'].map((name) => `usr/bin/${name}`),
  ...['nginx', 'postgresql'].map((name) => `etc/systemd/system/multi-user.target.wants/${name}.service`),
  'etc/postgresql',
  ROOT,
]
// Those of a bare Debian in /etc/init.d have a unit too; other packages put drivers there that only real machines have.
const EMPTY = [
  'root',
  'opt',
  'usr/local/bin',
  'etc/init.d',
  'var/lib/postgresql',
  'var/log/journal',
  'var/log/nginx',
]

/**
 * Call it in new namespaces only: it mounts. `folder` is empty; `checkout` is where the checkout is in the machine, which
 * writes into a layer of its own.
 */
export async function openMachine(
  folder: string,
  groups: ControlGroup[],
  checkout?: string,
): Promise<Machine> {
  const run = (program: string, ...args: string[]) =>
    void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const root = path.join(folder, 'root')
  const overlay = (lower: string, name: string, at: string) =>
    run(
      ...(['mount', '-t', 'overlay', 'overlay', '-o'] as const),
      `lowerdir=${lower},upperdir=${folder}/${name},workdir=${folder}/${name}-work`,
      at,
    )
  run('ip', 'link', 'set', 'lo', 'up')
  run('mount', '-t', 'tmpfs', '-o', 'size=8g', 'none', folder)
  for (const name of ['root', 'up', 'up-work', 'code', 'code-work']) mkdirSync(path.join(folder, name))
  for (const name of [...ABSENT, ...EMPTY]) {
    const hidden = path.join(folder, 'up', name)
    mkdirSync(path.dirname(hidden), { recursive: true })
    // What an overlay takes for a removed file: https://docs.kernel.org/filesystems/overlayfs.html
    run('mknod', hidden, 'c', '0', '0')
  }
  overlay('/', 'up', root)
  for (const name of EMPTY) mkdirSync(path.join(root, name))
  if (checkout) {
    mkdirSync(path.join(root, checkout))
    overlay(ROOT, 'code', path.join(root, checkout))
  }
  const write: Machine['write'] = (file, text, mode) => {
    mkdirSync(path.dirname(`${root}${file}`), { recursive: true })
    writeFileSync(`${root}${file}`, text)
    if (mode) chmodSync(`${root}${file}`, mode)
  }
  write('/etc/hosts', '127.0.0.1 localhost tienda tienda.example\n')
  for (const [name, script] of Object.entries(STAND_INS))
    write(`/opt/first-day/bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755)
  let booted = await boot(root, groups)
  const entered = new Set<ChildProcessWithoutNullStreams>()
  const enter = (...command: string[]) => {
    const [program = '', ...args] = [...booted.enter, ...command]
    const child = spawn(program, args, { env: ENVIRONMENT, detached: true })
    entered.add(child)
    child.on('exit', () => entered.delete(child))
    return child
  }
  return {
    root,
    write,
    ...driven(enter, checkout ?? '/root'),
    async reboot() {
      enter('systemctl', 'reboot')
      // A systemd that goes down stops all processes for a moment; nsenter stops with its child, and goes on when told.
      const waking = setInterval(() => entered.forEach((child) => void child.kill('SIGCONT')), 500)
      await Promise.race([booted.ended, failAfter(180_000, 'The machine does not go down')])
      clearInterval(waking)
      booted = await boot(root, groups)
    },
  }
}

const ENVIRONMENT = {
  PATH: '/opt/first-day/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
}

async function failAfter(ms: number, message: string): Promise<never> {
  await sleep(ms)
  throw new Error(message)
}

function driven(
  enter: (...command: string[]) => ChildProcessWithoutNullStreams,
  folder: string,
): Pick<Machine, 'typed' | 'type' | 'ask' | 'leave'> {
  const run = (block: string, user?: string) => {
    const shell = [...(user ? ['runuser', '-u', user, '--'] : []), 'bash', '-c']
    return enter(...shell, `cd ${folder} 2>/dev/null || cd /\nset -e -o pipefail\n${block}`)
  }
  const heard = ({ stdout, stderr }: ChildProcessWithoutNullStreams) => {
    let text = ''
    for (const stream of [stdout, stderr])
      stream.on('data', (bytes: Buffer) => void (text += bytes.toString()))
    return () => text
  }
  const outputOf = (block: string, { user, input }: { user?: string; input?: string } = {}) => {
    const child = run(block, user)
    const output = heard(child)
    // A script may end before it reads its input.
    child.stdin.on('error', () => undefined).end(input ?? '')
    return new Promise<string>((resolve, reject) => {
      child.on('error', reject)
      // Not `close`, as a server started by a line keeps the pipes open. Output may arrive after the exit.
      child.on('exit', (code) => void setTimeout(() => end(code), 200))
      const end = (code: number | null) =>
        code === 0 ? resolve(output()) : reject(new Error(`exit code ${code} of\n${block}\n${output()}`))
    })
  }
  const typed: string[] = []
  return {
    typed,
    leave(block, { user } = {}) {
      typed.push(...linesOf(block))
      const child = run(block, user)
      const ended = new Promise((resolve) => child.on('exit', resolve))
      return {
        output: heard(child),
        // As Ctrl-C.
        async stop() {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
          await ended
        },
      }
    },
    type(block, as) {
      typed.push(...linesOf(block))
      return outputOf(block, as)
    },
    ask: (script) => outputOf(script),
  }
}

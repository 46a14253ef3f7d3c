import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { linesOf } from './document.ts'
import { ROOT } from '../support/test-environment.ts'

/** A throwaway copy of this machine's root, in namespaces of its own: what is written there is gone when the process ends. */
export interface Machine {
  /** Its `/`, seen from outside. */
  root: string
  /** Commands of the documents that were typed so far. */
  typed: string[]
  /** Types a block of a document, with `input` at the standard input. Rejects with the output when a line fails. */
  type: (block: string, as?: { user?: string; input?: string; cwd?: string }) => Promise<string>
  /** Leaves a script running, such as a server in the foreground. */
  leave: (block: string, as?: { user?: string }) => void
  write: (file: string, text: string, mode?: number) => void
}

/** Substitutes for what needs a real machine; they are named in the log. */
const STAND_INS: Record<string, string> = {
  'apt-get': `for name in "$@"; do case $name in install|update|-*) ;; *) dpkg -s $name >/dev/null 2>&1 || echo "first-day: $name is not installed here" >&2;; esac; done`,
  certbot: `echo 'first-day: no authority reaches this machine: the certificate of its own stays' >&2`,
  systemctl: `exec /opt/surbrote/bin/node --disable-warning=ExperimentalWarning /opt/first-day/systemctl.ts "$@"`,
  docker: `exec /opt/surbrote/bin/node --disable-warning=ExperimentalWarning /opt/first-day/docker.ts "$@"`,
}

/** Call it in new namespaces only: it mounts. `folder` is empty. */
export function openMachine(folder: string): Machine {
  const run = (program: string, ...args: string[]) =>
    void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  run('ip', 'link', 'set', 'lo', 'up')
  run('mount', '-t', 'tmpfs', 'none', folder)
  const root = path.join(folder, 'root')
  for (const name of ['up', 'work', 'root', 'code', 'code-work']) mkdirSync(path.join(folder, name))
  const overlay = (lower: string, name: string, at: string) =>
    run(
      'mount',
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=${lower},upperdir=${folder}/${name},workdir=${folder}/${name === 'up' ? 'work' : 'code-work'}`,
      at,
    )
  overlay('/', 'up', root)
  run('mount', '-t', 'proc', 'proc', `${root}/proc`)
  run('mount', '--rbind', '/dev', `${root}/dev`)
  for (const name of ['run', 'tmp', 'var/tmp', 'var/cache/nginx', 'var/lib/nginx']) {
    mkdirSync(`${root}/${name}`, { recursive: true })
    run('mount', '-t', 'tmpfs', 'none', `${root}/${name}`)
  }
  chmodSync(`${root}/tmp`, 0o1777)
  const machine = driven(root)
  machine.write('/etc/hosts', '127.0.0.1 localhost tienda.example\n')
  for (const [name, script] of Object.entries(STAND_INS))
    machine.write(`/opt/first-day/bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755)
  // The code is «copied»: what is written to it stays in the overlay.
  const bring = () => {
    mkdirSync(`${root}/opt/surbrote`, { recursive: true })
    overlay(ROOT, 'code', `${root}/opt/surbrote`)
  }
  bring()
  execFileSync('cp', ['-r', `${import.meta.dirname}/.`, `${root}/opt/first-day/`])
  return machine
}

function driven(root: string): Machine {
  const environment = {
    PATH: '/opt/first-day/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  }
  const argsFor = (block: string, user?: string, cwd = '/opt/surbrote') => [
    root,
    ...(user ? ['runuser', '-u', user, '--'] : []),
    'bash',
    '-c',
    `cd ${cwd} && set -e -o pipefail\n${block}`,
  ]
  const typed: string[] = []
  return {
    root,
    typed,
    leave(block, { user } = {}) {
      typed.push(...linesOf(block))
      spawn('chroot', argsFor(block, user), { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    },
    type(block, { user, input, cwd } = {}) {
      typed.push(...linesOf(block))
      const child = spawn('chroot', argsFor(block, user, cwd), { env: environment })
      let output = ''
      const hear = (bytes: Buffer) => void (output += bytes.toString())
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.stdin.end(input ?? '')
      return new Promise((resolve, reject) => {
        child.on('error', reject)
        // Not `close`, as a server started by a line keeps the pipes open. Output may arrive after the exit.
        child.on('exit', (code) => void setTimeout(() => end(code), 200))
        const end = (code: number | null) =>
          code === 0 ? resolve(output) : reject(new Error(`exit code ${code} of\n${block}\n${output}`))
      })
    },
    write(file, text, mode) {
      mkdirSync(path.dirname(`${root}${file}`), { recursive: true })
      writeFileSync(`${root}${file}`, text, { ...(mode && { mode }) })
      if (mode) chmodSync(`${root}${file}`, mode)
    },
  }
}

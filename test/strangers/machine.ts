import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unprivilegedUser } from '../support/databases/postgres.ts'
import type { Scope } from '../support/scope.ts'
import { ROOT } from '../support/test-environment.ts'

/** A clone of the last commit as somebody else has it: their user, Node, npm, home and folder. */
export interface StrangersClone {
  folder: string
  /** Runs `npm …` or `node …` there. */
  run: (words: string[], more?: Record<string, string>) => Running
  /** Makes the clone a folder in which its user cannot write, or undoes it. */
  lock: (isLocked: boolean) => void
}

export interface Running {
  /** What it printed so far. */
  said: () => string
  /** Resolves to the exit code. */
  ended: Promise<number | null>
  /** As Ctrl-C does: to every process of the terminal. */
  interrupt: () => void
}

/** What reaches a registry from this machine, such as a certificate of its own. */
const NETWORK = /^(?:https?_proxy|no_proxy|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS)$/i

/** `node` and `npm` are versions of the packages node-linux-… and npm, called by their paths. */
export function cloneOf(scope: Scope, { node, npm }: { node: string; npm: string }): StrangersClone {
  chmodSync(scope.folder, 0o755)
  const bin = fetchPrograms(path.join(scope.folder, 'programs'), node, npm)
  const home = path.join(scope.folder, 'home')
  const folder = path.join(scope.folder, 'mi tienda de ñandú')
  mkdirSync(home)
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, folder])
  const user = unprivilegedUser()
  const give = (place: string, id = user) => {
    if (id) for (const each of [place, ...treeOf(place)]) chownSync(each, id.uid, id.gid)
  }
  give(folder)
  give(home)
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
  }
  return {
    folder,
    lock(isLocked) {
      // Root's for a root that tests as another user, else read-only.
      if (user) chownSync(folder, isLocked ? 0 : user.uid, isLocked ? 0 : user.gid)
      else chmodSync(folder, isLocked ? 0o555 : 0o755)
    },
    run([program = '', ...words], more = {}) {
      const child = spawn(path.join(bin, program), words, {
        cwd: folder,
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        ...user,
      })
      const pieces: string[] = []
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece: Buffer) => pieces.push(piece.toString()))
      const signal = (name: NodeJS.Signals) => {
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
          process.kill(-child.pid, name)
      }
      scope.onEnd(() => signal('SIGKILL'))
      const ended = once(child, 'exit').then(([code]) => code as number | null)
      return { said: () => pieces.join(''), ended, interrupt: () => signal('SIGINT') }
    },
  }
}

/** Returns a folder with `node` and `npm`. */
function fetchPrograms(folder: string, node: string, npm: string): string {
  const packages = [`node-linux-${process.arch}@${node}`, `npm@${npm}`]
  const how = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  execFileSync('npm', ['install', ...how, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = path.join(folder, 'node_modules')
  const write = (name: string, line: string) =>
    writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  const program = path.join(installed, `node-linux-${process.arch}/bin/node`)
  write('node', `'${program}'`)
  write('npm', `'${program}' '${installed}/npm/bin/npm-cli.js'`)
  return path.join(folder, 'bin')
}

function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
}

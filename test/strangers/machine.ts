import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
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
  /** Moves these folders of the clone to another place on the same disk, or from there. */
  keep: (place: string, folders: string[]) => void
  take: (place: string, folders: string[]) => void
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

/** What the machines share: the versions of Node and npm, and what npm downloaded. */
export interface Shared {
  folder: string
  /** Below it. */
  downloads: string
}

/** Fetches each version once: those of the packages node-linux-… and npm. */
export function fetchShared(folder: string, machines: { node: string; npm: string }[]): Shared {
  const names = machines.flatMap(({ node, npm }) => [
    `node-${node}@npm:node-linux-${process.arch}@${node}`,
    `npm-${npm}@npm:npm@${npm}`,
  ])
  const how = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  execFileSync('npm', ['install', ...how, ...new Set(names)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const downloads = path.join(folder, 'downloads')
  mkdirSync(downloads)
  const user = unprivilegedUser()
  if (user) chownSync(downloads, user.uid, user.gid)
  chmodSync(folder, 0o755)
  return { folder, downloads }
}

/** `node` and `npm` are called by their paths. */
export function cloneOf(
  scope: Scope,
  { folder: programs, downloads }: Shared,
  { node, npm }: { node: string; npm: string },
): StrangersClone {
  chmodSync(scope.folder, 0o755)
  const bin = writeCalls(path.join(scope.folder, 'bin'), path.join(programs, 'node_modules'), node, npm)
  const home = path.join(scope.folder, 'home')
  const folder = path.join(scope.folder, 'mi tienda de ñandú')
  mkdirSync(home)
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, folder])
  const user = unprivilegedUser()
  const give = (place: string, id = user) => {
    if (id) for (const each of [place, ...treeOf(place)]) chownSync(each, id.uid, id.gid)
  }
  for (const place of [folder, home]) give(place)
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_cache: downloads,
  }
  return {
    folder,
    lock(isLocked) {
      // Root's for a root that tests as another user, else read-only.
      if (user) chownSync(folder, isLocked ? 0 : user.uid, isLocked ? 0 : user.gid)
      else chmodSync(folder, isLocked ? 0o555 : 0o755)
    },
    keep: (place, folders) => move(folder, place, folders),
    take: (place, folders) => move(place, folder, folders),
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

/** Writes `node` and `npm` into the folder. */
function writeCalls(folder: string, installed: string, node: string, npm: string): string {
  mkdirSync(folder)
  const write = (name: string, line: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  const program = path.join(installed, `node-${node}/bin/node`)
  write('node', `'${program}'`)
  write('npm', `'${program}' '${installed}/npm-${npm}/bin/npm-cli.js'`)
  return folder
}

function move(from: string, to: string, folders: string[]): void {
  mkdirSync(to, { recursive: true })
  for (const name of folders) renameSync(path.join(from, name), path.join(to, name))
}

function treeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
}

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startMailServer } from '../support/servers/mail-server.ts'
import { ROOT } from '../support/test-environment.ts'
import { byCompose, onSystemd } from './paths.ts'
import { openMachine } from './machine.ts'

/**
 * `npm run first-day [-- embedded postgres compose]`: follows docs/operating/first-day.md to a customer's order, delivered
 * mails and a restored backup. Every command is read from the documents; as root, on a Debian with nginx and PostgreSQL.
 */
const PATHS = { embedded: onSystemd(false), postgres: onSystemd(true), compose: byCompose }
type PathName = keyof typeof PATHS

const { values, positionals } = parseArgs({ allowPositionals: true, options: { inside: { type: 'string' } } })
if (values.inside !== undefined) await inside(values.inside as PathName)
else outside(positionals.length > 0 ? (positionals as PathName[]) : (Object.keys(PATHS) as PathName[]))

function outside(names: PathName[]): void {
  if (process.getuid?.() !== 0) throw new Error('It mounts: run it as root')
  if (!existsSync(path.join(ROOT, 'dist/server')))
    execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' })
  let failed = 0
  for (const name of names) {
    const node = [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--no-warnings',
      import.meta.filename,
      '--inside',
      name,
    ]
    const { status } = spawnSync(
      'unshare',
      ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', ...node],
      {
        stdio: 'inherit',
        // The shop's certificate is one of its own.
        env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      },
    )
    failed += status === 0 ? 0 : 1
  }
  process.exitCode = failed
}

async function inside(name: PathName): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-day-'))
  const ends: (() => unknown)[] = []
  const began = performance.now()
  try {
    const machine = openMachine(folder)
    execFileSync('mount', ['--bind', path.join(machine.root, 'etc/hosts'), '/etc/hosts'])
    const mail = await startMailServer({ onEnd: (end) => void ends.push(end) })
    const id = await PATHS[name](machine, mail)
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    console.log(
      `${name}: order ${id}, ${mail.received.length} mails, restored; ${machine.typed.length} commands typed, ${minutes} minutes`,
    )
  } catch (error) {
    console.error(`${name}:`, error)
    process.exitCode = 1
  }
  for (const end of ends) end()
  spawnSync('umount', ['-R', '-l', folder])
  rmSync(folder, { recursive: true, force: true })
  // Servers that were left running end with the namespace.
  process.exit()
}

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stands in for `systemctl` where systemd is not the first process: runs ExecStart with the unit's user, folder and
 * environment. Sandboxing is not applied; `systemd-analyze` checks it.
 */
const [verb = '', ...words] = process.argv.slice(2)
const units = words.filter((word) => !word.startsWith('-'))
if (verb === 'daemon-reload') process.exit(0)
for (const unit of units) {
  if (unit === 'nginx') startNginx(verb)
  else if (!unit.endsWith('.timer')) await start(unit.replace(/\.service$/, ''))
}
process.exit(0)

function startNginx(what: string): void {
  if (what === 'reload') return void execFileSync('nginx', ['-s', 'reload'])
  spawnSync('nginx', ['-s', 'quit'], { stdio: 'ignore' })
  // As Debian's unit.
  execFileSync('nginx', ['-g', 'daemon on; master_process on;'], { stdio: ['ignore', 'inherit', 'inherit'] })
}

async function start(name: string): Promise<void> {
  const unit = readFileSync(`/etc/systemd/system/${name}.service`, 'utf8')
  const all = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const user = all('User')[0] ?? 'root'
  const env: Record<string, string> = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin' }
  for (const line of all('Environment'))
    for (const pair of line.split(' ')) Object.assign(env, settingIn(pair))
  for (const file of all('EnvironmentFile'))
    for (const line of readFileSync(file, 'utf8').split('\n')) Object.assign(env, settingIn(line))
  for (const folder of all('StateDirectory'))
    mkdirSync(`/var/lib/${folder}`, { recursive: true, mode: 0o700 })
  const cwd = all('WorkingDirectory')[0] ?? '/'
  for (const command of all('ExecStart')) {
    const line = `exec ${command
      .replaceAll('%%', '%')
      .replace(/ (20\*) /, " '$1' ")
      .replace(/ \{\} \+$/, " '{}' +")}`
    const run = ['-u', user, '--', 'sh', '-c', line]
    const isOnce = all('Type')[0] === 'oneshot'
    if (isOnce) {
      execFileSync('runuser', run, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
      continue
    }
    const log = openSync(`/var/log/${name}.log`, 'a')
    const child = spawn('runuser', run, { cwd, env, detached: true, stdio: ['ignore', log, log] })
    child.unref()
    await untilReady(`http://127.0.0.1:${env['PORT'] ?? 3000}/readyz`, `/var/log/${name}.log`)
  }
}

/** `KEY=value`, the value perhaps in quotes. */
function settingIn(line: string): Record<string, string> {
  const [, key, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line.trim()) ?? []
  return key ? { [key]: value.replace(/^(['"])(.*)\1$/, '$2') } : {}
}

async function untilReady(url: string, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`not ready: ${readFileSync(log, 'utf8').slice(-2_000)}`)
}

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stands in for `docker compose` where there is no engine: does by hand what compose.yaml and the Dockerfile say. The image
 * is a bare folder with what the last stage copies; services are processes of one machine, by their names in /etc/hosts.
 * `mc` is not here: the storage is another S3 server, whose bucket exists.
 */
interface Service {
  environment?: Record<string, string>
  command?: string[]
  volumes?: string[]
}

const CODE = '/opt/surbrote'
const NODE = `${CODE}/bin/node`
const COMPOSE = `${CODE}/deploy/compose.yaml`

const [compose, flag, file, verb = '', ...words] = process.argv.slice(2)
if (compose !== 'compose' || flag !== '-f' || file !== 'deploy/compose.yaml')
  throw new Error(`docker ${compose} ${flag} ${file}`)
const services = readServices()
if (verb === 'up') await up()
else if (verb === 'run') run(words)
else throw new Error(`docker compose ${verb}`)
process.exit()

/** With the variables of deploy/.env, as compose replaces them. */
function readServices(): Record<string, Service> {
  const toJson = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))'
  const env = Object.fromEntries(
    [...readFileSync(`${CODE}/deploy/.env`, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
      ([, name, value]) => [name, value],
    ),
  ) as Record<string, string>
  const text = execFileSync('python3', ['-c', toJson], {
    input: readFileSync(COMPOSE, 'utf8'),
    encoding: 'utf8',
  })
  const replaced = text.replaceAll(
    /\$\$|\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (found, name: string, kind: string, other = '') => {
      if (found === '$$') return '$'
      if (env[name]) return env[name]
      if (kind === '?') throw new Error(`${name} is not in deploy/.env`)
      return other
    },
  )
  return (JSON.parse(replaced) as { services: Record<string, Service> }).services
}

async function up(): Promise<void> {
  appendFileSync('/etc/hosts', '127.0.0.1 nginx shop postgres storage\n')
  buildImage()
  await startPostgres()
  await startStorage()
  inImage('migrate', [], {})
  startInImage('shop', '/var/log/shop.log')
  await answers('http://127.0.0.1:3000/readyz', '/var/log/shop.log')
  startNginx()
}

/** What the last stage of the Dockerfile copies and runs, in /shop. */
function buildImage(): void {
  for (const user of ['node', 'nginx'])
    spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', user], {
      stdio: 'ignore',
    })
  const dockerfile = readFileSync(`${CODE}/deploy/Dockerfile`, 'utf8')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  for (const [, from = ''] of last.matchAll(/^COPY (.+)$/gm)) {
    const [source = '', to = ''] = from.replace(/^--from=\w+ \/shop\//, '').split(' ')
    const target = path.join('/shop', to)
    mkdirSync(path.dirname(target), { recursive: true })
    if (source === 'node_modules') symlinkSync(`${CODE}/node_modules`, target)
    else cpSync(path.join(CODE, source), target, { recursive: true })
  }
  for (const [, line = ''] of last.matchAll(/^RUN (.+)$/gm))
    execFileSync('sh', ['-c', line], { stdio: 'inherit' })
}

/** The environment of a container of the image. */
function environmentOf(name: string, more: Record<string, string>): Record<string, string> {
  const dockerfile = readFileSync(`${CODE}/deploy/Dockerfile`, 'utf8')
  const image = Object.fromEntries(
    [...dockerfile.matchAll(/^ENV .+$/gm)].flatMap(([line]) =>
      [...line.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, key, value]) => [key, value]),
    ),
  ) as Record<string, string>
  const path = `${CODE}/bin:/usr/local/bin:/usr/bin:/bin`
  return { PATH: path, HOME: '/home/node', ...image, ...services[name]?.environment, ...more }
}

function entry(name: string, args: string[]): string[] {
  const command = args.length > 0 ? args : (services[name]?.command ?? [])
  return ['-u', 'node', '--', '/shop/deploy/entrypoint.sh', ...command]
}

function inImage(name: string, args: string[], more: Record<string, string>): void {
  const env = environmentOf(name, more)
  const { status } = spawnSync('/usr/sbin/runuser', entry(name, args), {
    env,
    cwd: '/shop',
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function startInImage(
  name: string,
  log: string,
  args: string[] = [],
  more: Record<string, string> = {},
): void {
  const out = openSync(log, 'a')
  const env = environmentOf(name, more)
  spawn('/usr/sbin/runuser', entry(name, args), {
    env,
    cwd: '/shop',
    detached: true,
    stdio: ['ignore', out, out],
  }).unref()
}

/** As its image does: a superuser with a password, the database, then the scripts of the folder of beginnings. */
async function startPostgres(): Promise<void> {
  const { environment = {}, volumes = [] } = services['postgres'] ?? {}
  const as = (command: string) =>
    execFileSync(
      'runuser',
      [
        '-u',
        'postgres',
        '--',
        'sh',
        '-c',
        `export PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -1)\n${command}`,
      ],
      {
        cwd: '/tmp',
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  execFileSync('install', ['-d', '-o', 'postgres', '/run/postgresql', '/run/pg'])
  writeFileSync('/run/pg/password', environment['POSTGRES_PASSWORD'] ?? '', { mode: 0o644 })
  as(
    'initdb -D /run/pg/data -U postgres --pwfile /run/pg/password --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C.UTF-8 --no-sync',
  )
  as(`pg_ctl -D /run/pg/data -w -l /run/pg/log -o '-k /run/postgresql' start`)
  as('createdb -U postgres "$POSTGRES_DB"')
  for (const [, name = '', to = ''] of volumes.flatMap((each) => [
    ...each.matchAll(/^\.\/(.+?):(\/docker-entrypoint-initdb\.d\/.+?):ro$/g),
  ]))
    as(
      to.endsWith('.sql')
        ? `psql -q -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" -f ${CODE}/deploy/${name}`
        : `sh ${CODE}/deploy/${name}`,
    )
}

async function startStorage(): Promise<void> {
  const out = openSync('/var/log/storage.log', 'a')
  const program = `${CODE}/proofs/first-day/storage.ts`
  spawn(NODE, ['--openssl-legacy-provider', program], {
    cwd: CODE,
    detached: true,
    stdio: ['ignore', out, out],
  }).unref()
  await answers('http://127.0.0.1:9000/', '/var/log/storage.log')
}

function startNginx(): void {
  const { command = [], environment = {} } = services['nginx'] ?? {}
  cpSync(`${CODE}/deploy/nginx`, '/etc/nginx/shop', { recursive: true })
  rmSync('/etc/nginx/sites-enabled/default', { force: true })
  cpSync(`${CODE}/deploy/tls`, '/etc/nginx/tls', { recursive: true })
  const [program = '', ...args] = command
  const out = openSync('/var/log/nginx.log', 'a')
  spawn(program, args, {
    detached: true,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...environment },
  }).unref()
}

/** `run --rm [-p PORTS] [-e NAME=VALUE …] SERVICE [WORD …]`; a shop without words serves. */
function run(given: string[]): void {
  const rest = given.filter((word) => word !== '--rm')
  const more: Record<string, string> = {}
  while (rest[0]?.startsWith('-')) {
    const [option, pair = ''] = rest.splice(0, 2)
    const [name = '', value = ''] = pair.split('=')
    if (option === '-e') more[name] = value
  }
  const [name = '', ...args] = rest
  inImage(name, args, more)
}

async function answers(url: string, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && answer.status < 500) return
    await sleep(100)
  }
  throw new Error(`${url} does not answer: ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''}`)
}

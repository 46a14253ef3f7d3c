import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { insertPerson } from '../../test/support/people/people.ts'
import { BODIES } from '../../test/support/calls/right-bodies.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { newItem } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

/** Time limits; a scan that takes longer is stopped and reported. */
const SECONDS = { full: { route: 900, site: 1_800 }, short: { route: 75, site: 90 } }

export const proof: Proof = {
  id: 'A4',
  title: 'Vulnerability scanners',
  claim: 'sqlmap and wapiti find nothing.',
  how: 'sqlmap tests path, query and body as admin (with --full all calls at level 5 and risk 3, else those that search at level 1); wapiti tests the pages. Needs both: apt-get install sqlmap wapiti.',
  oneTry: 'one call',
  tries: { full: 1_000, short: 6 },
  minutes: 20,
  async run(context) {
    expectTools()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const item = await newItem(shop, 10)
    const { access } = await insertPerson(shop, { admin: true })
    // Each request is a line of the log.
    const server = await startServer(context, place, { env: { LOG_LEVEL: 'debug' } })
    const admin = clientAt(server.url, access)
    await admin.post('/brands/', { name: 'Surbrote' })
    const { body: brands } = await admin.get('/brands/')
    const { body: product } = await admin.get(`/products/${item.product_id}/`)
    await admin.put(`/products/${item.product_id}/`, { ...product, brand_id: brands[0]?.id })
    const failures = new Failures()

    const targets = (await targetsOf(server, access)).slice(0, context.tries)
    const sum = { ended: 0, cut: 0 }
    const wanted =
      context.broken === 'sql-in-brand'
        ? targets.filter(({ name }) => name === 'GET /api/products/')
        : targets
    if (context.broken !== 'reflects') {
      for (const target of wanted) {
        const ended = await sqlmap(context, { server, access, target, failures })
        sum[ended ? 'ended' : 'cut'] += 1
        context.say(`${target.name}: sqlmap ${ended ? 'has ended' : 'was cut'}`)
      }
    }
    const site = context.broken === 'sql-in-brand' ? 'not tried' : await wapiti(context, server, failures)
    if (!server.isRunning()) failures.add('the server ended', server.log().slice(-500))
    return {
      tries: `${wanted.length} calls by sqlmap (${sum.ended} finished, ${sum.cut} stopped by the time limit), the site by wapiti`,
      figure: `sqlmap: 0 findings; wapiti: ${site}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'sql-in-brand',
      patches: [
        {
          find: 'lower(name) = lower(${filter.brand})',
          replace: "lower(name) = lower('${sql.raw(filter.brand)}')",
        },
      ],
      failsWith: /sqlmap/,
    },
    {
      name: 'reflects',
      patches: [
        {
          find: 'return { status, text: html,',
          replace: 'return { status, text: html + decodeURIComponent(url.search),',
        },
        {
          find: "reply.header('content-security-policy', policy)",
          replace: 'void policy',
        },
      ],
      failsWith: /wapiti/,
    },
  ],
}

function expectTools(): void {
  const missing = ['sqlmap', 'wapiti'].filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing.length > 0) throw new Error(`Not installed: apt-get install -y ${missing.join(' ')}`)
}

interface Target {
  name: string
  method: string
  address: string
  body: Record<string, unknown> | undefined
}

interface Documented {
  parameters: { name: string; in: string; schema: { enum?: unknown[]; type?: string } }[]
}

/** Calls that end the session, or create unlimited things of the same kind. */
const LEFT_OUT = /logout|uploads|upload_image/

/** Every documented call with all its parameters; those with the most texts in their query first. */
async function targetsOf({ url }: Server, access: string): Promise<Target[]> {
  const { body } = await clientAt(url, access).get('/openapi.json')
  const { paths } = body as {
    paths: Record<string, Record<string, Documented>>
  }
  const all = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([verb, about]) => {
      const method = verb.toUpperCase()
      const query = new URLSearchParams(
        about.parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema }) => [name, valueFor(name, schema)]),
      ).toString()
      const name = `${method} ${address}`
      const path = address.replace(/\{\w+\}/g, '1*')
      return {
        name,
        method,
        address: query ? `${path}?${query}` : path,
        body: BODIES[name],
        texts: query.length,
      }
    }),
  )
  const isFirst = ({ name }: Target) => name === 'GET /api/products/'
  return (
    all
      .filter(({ name }) => !LEFT_OUT.test(name))
      // A call without parameters has no place to inject.
      .filter(({ address, body }) => body || /[*?]/.test(address))
      .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || b.texts - a.texts)
  )
}

function valueFor(name: string, { enum: values = [] }: { enum?: unknown[] }): string {
  const known: Record<string, string> = {
    brand: 'Surbrote',
    type: 'fem',
    available: 'true',
    ids: '1,2',
    page: '1',
    page_size: '5',
  }
  const [first] = values.filter((value) => typeof value === 'string')
  return known[name] ?? first ?? (/search|name|mail/.test(name) ? 'a' : '1')
}

interface Scan {
  server: Server
  access: string
  target: Target
  failures: Failures
}

/** True when it finished. */
async function sqlmap(context: ProofContext, { server, access, target, failures }: Scan): Promise<boolean> {
  const folder = path.join(context.folder, 'sqlmap')
  mkdirSync(folder, { recursive: true })
  const request = path.join(folder, 'request.txt')
  const lines = [
    // The short run tests only the texts of the product list: its other parameters are parsed as numbers or enums.
    `${target.method} ${context.full ? target.address : shortened(target.address)} HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${access}`,
    ...(target.body ? ['Content-Type: application/json', '', JSON.stringify(target.body)] : ['', '']),
  ]
  writeFileSync(request, lines.join('\r\n'))
  const depth = context.full ? ['--level=5', '--risk=3'] : ['--level=1', '--risk=1', '--technique=BEU']
  const before = requestsOf(server)
  const { output, isCut } = await run(
    // Without a terminal sqlmap reads its targets from standard input; this gives it one.
    'python3',
    [
      '-c',
      'import pty, sys; pty.spawn(sys.argv[1:])',
      'sqlmap',
      '-r',
      request,
      '--batch',
      '--flush-session',
      `--output-dir=${folder}`,
      '--dbms=PostgreSQL',
      '--disable-coloring',
    ]
      .concat(depth, ['--threads=2', '--timeout=15', '--retries=1', '--skip=Authorization,Host'])
      .concat('--ignore-code=400,401,403,404,409,422', '--drop-set-cookie'),
    SECONDS[context.full ? 'full' : 'short'].route,
  )
  if (/identified the following injection point|is vulnerable|appears to be .*injectable/i.test(output))
    failures.add(
      'sqlmap found an injection',
      `${target.name}: ${/Payload: .*/.exec(output)?.[0] ?? /^.*(?:is vulnerable|appears to be).*$/im.exec(output)?.[0] ?? ''}`,
    )
  const requests = requestsOf(server) - before
  context.say(`${target.name}: ${requests} requests`)
  if (requests < 20) failures.add('nothing was tried with sqlmap', `${target.name}: ${output.slice(-400)}`)
  return !isCut
}

function shortened(address: string): string {
  const [place = '', query = ''] = address.split('?')
  const texts = [...new URLSearchParams(query)].filter(([name]) =>
    /search|brand|name|mail|^type$|date/.test(name),
  )
  return texts.length > 0 ? `${place}?${new URLSearchParams(texts).toString()}` : address
}

async function wapiti(context: ProofContext, server: Server, failures: Failures): Promise<string> {
  const report = path.join(context.folder, 'wapiti.json')
  const { site } = SECONDS[context.full ? 'full' : 'short']
  const before = requestsOf(server)
  const { output, isCut } = await run(
    'wapiti',
    // Without modules that need a callback server of their makers. wapiti cannot read brotli.
    ['-u', `${server.url}/`, '--scope', 'domain', '-m', 'xss,sql,exec,file,crlf,redirect,permanentxss,backup']
      .concat('-f', 'json', '-o', report, '--flush-session', '--no-bugreport', '-v', '0', '--color')
      .concat(
        '-H',
        'Cookie: ageVerified=true',
        '-H',
        'Accept-Encoding: identity',
        '--store-session',
        context.folder,
        '-s',
        `${server.url}/productos?search=puna`,
      )
      .concat(
        '--max-scan-time',
        String(Math.round(site / 3)),
        '--max-attack-time',
        String(Math.round(site / 8)),
      ),
    site * 2,
  )
  if (!existsSync(report)) {
    failures.add('wapiti came to no report', `${isCut ? 'cut ' : ''}${output.slice(-400)}`)
    return 'no report'
  }
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, { info: string; path: string }[]>
  >
  const said = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
    all.map(({ info, path: address }) => `${kind} ${address}: ${info}`),
  )
  for (const each of said) failures.add('wapiti found something', each)
  const requests = requestsOf(server) - before
  if (requests < 50)
    failures.add('nothing was tried with wapiti', `${requests} requests ${output.slice(-400)}`)
  return `${said.length} findings in ${requests} requests`
}

function requestsOf(server: Server): number {
  return server.log().match(/"ms":\d+/g)?.length ?? 0
}

function run(program: string, args: string[], seconds: number): Promise<{ output: string; isCut: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let isCut = false
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (output += String(piece)))
    const limit = setTimeout(() => {
      isCut = true
      child.kill('SIGKILL')
    }, seconds * 1_000)
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(limit)
      resolve({ output, isCut })
    })
  })
}

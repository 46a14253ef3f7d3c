import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountsIn, PASSWORD } from '../test/support/accounts.ts'
import { documentedCalls, openWorld, rightCalls, send } from '../test/support/every-call.ts'
import type { Client as TestClient, TestShop } from '../test/support/open-shop.ts'
import { findPostgres } from '../test/support/postgres.ts'
import { type Answer, type Client, clientAt } from './support/client.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { newCluster, type Place, placeOn, SECRET } from './support/places.ts'
import { Failures, type Proof } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'
import { openTestShop } from './support/test-shop.ts'

/** Good ones, wrong ones, new ones: each is typed by somebody, none may be kept by anybody. */
const PASSWORDS = {
  right: 'Canaria-Clave-71x',
  wrong: 'Canaria-Equivocada-82x',
  next: 'Canaria-Nueva-93x',
  weak: 'canariax',
  /** Of accounts that `every-call.ts` makes and changes. */
  others: [PASSWORD, 'Otra-clave-9'],
}
const SMTP_PASSWORD = 'Canaria-Correo-64x'

export const proof: Proof = {
  id: 'L1',
  title:
    'Secrets: passwords (right, wrong, new), tokens, devices and codes go through sign-in, verification, changes and every documented call, right and broken, with the most talkative log; then they are looked for in the log, in a pg_dump of the database, in every refusal, in answers that are not theirs and in the mails. Tries are rounds with other people',
  tries: { full: 20, short: 2 },
  async run(context) {
    const failures = new Failures()
    const cluster = await newCluster(context)
    const place = await placeOn(context, cluster)
    const mail = await startMailServer(context)
    const shop = await openTestShop(context, place)
    const server = await startServer(context, place, { env: { SMTP_URL: mail.url, LOG_LEVEL: 'trace' } })
    const scene: Scene = { server, mail, shop, failures, secrets: new Map(), answers: 0 }
    for (const password of [
      PASSWORDS.right,
      PASSWORDS.wrong,
      PASSWORDS.next,
      PASSWORDS.weak,
      ...PASSWORDS.others,
    ])
      note(scene, 'a password', password)
    note(scene, 'the key of the shop', SECRET)
    note(scene, 'the password of the mail server', SMTP_PASSWORD)
    for (let round = 0; round < context.tries; round++) await aLife(scene, round)
    const calls = await everyCall(scene)
    await allMailSent(shop)
    const log = server.log() + (await logOfUnreachableMail(context, await placeOn(context, cluster)))
    if (log.split('\n').length < 100) failures.add('there is no log', log.slice(0, 200))
    look(scene, 'in the log', log)
    look(scene, 'in the database', dumpOf(place))
    for (const { raw, to } of mail.received) {
      for (const [secret, kind] of scene.secrets)
        if (kind !== 'a code' && raw.includes(secret)) failures.add(`${kind} in a mail`, to.join())
    }
    return {
      tries: `${context.tries} rounds, ${calls} calls, ${scene.answers} answers`,
      figure: `${scene.secrets.size} secrets looked for in ${(log.length / 1e6).toFixed(1)} MB of log, in the dump, in ${scene.answers} answers and ${mail.received.length} mails: 0 found`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'logs-bodies',
      patches: [
        {
          file: 'src/server/app.ts',
          find: '{ method: request.method, path, status: reply.statusCode',
          replace:
            '{ method: request.method, path, sent: JSON.stringify(request.body), status: reply.statusCode',
        },
      ],
      onlyServers: true,
      failsWith: /a password in the log/,
    },
    {
      name: 'keeps-mail',
      patches: [
        {
          file: 'src/server/mail/queries.ts',
          find: "body_text = '', body_html = '', last_error = ''",
          replace: "last_error = ''",
        },
      ],
      failsWith: /a code in the database/,
    },
    {
      name: 'plain-tokens',
      patches: [
        {
          file: 'src/server/auth/tokens.ts',
          find: "return createHash('sha256').update(token).digest()",
          replace: 'void createHash\n  return Buffer.from(token)',
        },
      ],
      onlyServers: true,
      failsWith: /a token in the database/,
    },
    {
      name: 'echoes',
      patches: [
        {
          file: 'src/server/http/refusals.ts',
          find: '  const body: ErrorBody = {\n    error: refusal.message,',
          replace:
            '  const body: ErrorBody = {\n    error: `${refusal.message} ${JSON.stringify(request.body)}`,',
        },
      ],
      failsWith: /a password in a refusal/,
    },
  ],
}

interface Scene {
  server: Server
  mail: MailServer
  shop: TestShop
  failures: Failures
  secrets: Map<string, string>
  answers: number
}

function note({ secrets }: Scene, kind: string, secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= 6) secrets.set(secret, kind)
}

/** As it is, and as bytes are written in a dump or an address; digits only where no number goes on around them. */
function look({ secrets, failures }: Scene, where: string, text: string): void {
  for (const [secret, kind] of secrets) {
    const spellings = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]
    const isThere =
      kind === 'a code'
        ? new RegExp(`(?<![0-9A-Fa-f.:_-])${secret}(?![0-9A-Fa-f_-])`).test(text)
        : spellings.some((spelling) => text.includes(spelling))
    if (!isThere) continue
    const at = text.indexOf(secret)
    failures.add(
      `${kind} ${where}`,
      at < 0 ? secret : text.slice(Math.max(0, at - 80), at + 80).replace(/\s+/g, ' '),
    )
  }
}

/** Every answer is looked into; `gives`: it is where this caller gets tokens. */
async function heard(
  scene: Scene,
  answer: Promise<Answer | { status: number; body: unknown; text: string }>,
  gives = false,
) {
  const { status, body, text } = await answer
  scene.answers += 1
  if (status >= 400) {
    look(scene, 'in a refusal', text)
    if (/node_modules|\.ts:\d|\bat \w+ \(|select .* from|violates|relation "/.test(text))
      scene.failures.add('the inside of the shop in a refusal', text.slice(0, 200))
  } else if (!gives) look(scene, 'in an answer', text)
  if (/password_hash|argon2/.test(text))
    scene.failures.add('a password hash in an answer', text.slice(0, 200))
  return { status, body: body as Record<string, string> | undefined, text }
}

// ---- What people do ----------------------------------------------------------------------------------------------

async function aLife(scene: Scene, round: number): Promise<void> {
  const { server, shop } = scene
  const visitor = clientAt(server.url)
  const { username } = await accountsIn(shop).hasAccount({ is_staff: true })
  const signedIn = await visitor.post('/auth/login/', { username_or_email: username, password: PASSWORD })
  const owner = String(signedIn.body?.access)
  keep(scene, signedIn.body)
  const name = `canaria_l1_${round}`
  const email = `${name}@correo.example`
  const must = (what: string, { status, text }: { status: number; text: string }, expected: number) => {
    if (status !== expected)
      scene.failures.add('it does not work', `${what}: ${status} ${text.slice(0, 200)}`)
  }
  const account = {
    first_name: 'Ana',
    last_name: 'Paz',
    username: name,
    email,
    password: PASSWORDS.right,
    password2: PASSWORDS.right,
  }
  must(
    'create',
    await heard(scene, clientAt(server.url, owner).post('/auth/admin/create-user/', account)),
    201,
  )
  await heard(
    scene,
    clientAt(server.url, owner).post('/auth/admin/create-user/', { ...account, password2: PASSWORDS.wrong }),
  )
  await heard(
    scene,
    clientAt(server.url, owner).post('/auth/admin/create-user/', {
      ...account,
      password: PASSWORDS.weak,
      password2: PASSWORDS.weak,
    }),
  )
  const logIn = (password: string, more: object = {}) =>
    visitor.post('/auth/login/', { username_or_email: name, password, ...more })
  await heard(scene, logIn(PASSWORDS.right))
  await heard(scene, visitor.post('/auth/resend-verification/', { email }))
  // The first came with the account, the second was asked for.
  const code = await codeSentTo(scene, email, 2)
  const other = code === '918273' ? '918274' : '918273'
  note(scene, 'a code', other)
  await heard(scene, visitor.post('/auth/verify-email/', { email, code: other }))
  must('verify', await heard(scene, visitor.post('/auth/verify-email/', { email, code })), 200)
  await heard(scene, visitor.post('/auth/verify-email/', { email, code }))
  await heard(scene, logIn(PASSWORDS.wrong))
  await heard(scene, logIn(PASSWORDS.weak, { device: 'x'.repeat(43) }))
  const first = await heard(scene, logIn(PASSWORDS.right), true)
  must('log in', first, 200)
  keep(scene, first.body)
  const second = await heard(
    scene,
    visitor.post('/auth/token/refresh/', { refresh: first.body?.['refresh'] }),
    true,
  )
  must('renew', second, 200)
  keep(scene, second.body)
  const me = clientAt(server.url, second.body?.['access'])
  const fresh = `nueva_${email}`
  await heard(scene, me.post('/auth/verify-change/', { new_email: fresh, password: PASSWORDS.wrong }))
  must(
    'ask for a change',
    await heard(scene, me.post('/auth/verify-change/', { new_email: fresh, password: PASSWORDS.right })),
    200,
  )
  const verification_code = await codeSentTo(scene, fresh)
  await heard(scene, me.put('/auth/profile/', { email: fresh, verification_code: other }))
  must('change', await heard(scene, me.put('/auth/profile/', { email: fresh, verification_code })), 200)
  await heard(
    scene,
    me.post('/auth/change-password/', { old_password: PASSWORDS.wrong, new_password: PASSWORDS.next }),
  )
  await heard(
    scene,
    me.post('/auth/change-password/', { old_password: PASSWORDS.right, new_password: PASSWORDS.weak }),
  )
  must(
    'change the password',
    await heard(
      scene,
      me.post('/auth/change-password/', { old_password: PASSWORDS.right, new_password: PASSWORDS.next }),
    ),
    200,
  )
  for (const odd of oddCalls(server, second.body?.['access'] ?? '', code)) await heard(scene, odd)
  await heard(scene, visitor.post('/auth/token/refresh/', { refresh: `${first.body?.['refresh']}x` }))
  await heard(scene, me.post('/auth/logout/', { refresh: second.body?.['refresh'] }))
  await heard(scene, me.get('/auth/profile/'))
}

function keep(scene: Scene, body: Record<string, string> | undefined): void {
  for (const name of ['access', 'refresh', 'device'])
    note(scene, name === 'device' ? 'a device' : 'a token', body?.[name])
}

/** Secrets where they do not belong: in queries, tokens also as a part of an address, in what is no JSON, under names that nobody knows. */
function oddCalls(server: Server, access: string, code: string): Promise<Answer>[] {
  const raw = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    // Pages are drawn for everybody, and repeat what their address says of searches.
    return {
      status: text.startsWith('<!doctype') ? 404 : response.status,
      body: undefined,
      text: text.startsWith('<!doctype') ? '' : text,
      headers: response.headers,
    }
  }
  const json = { 'content-type': 'application/json' }
  const { right } = PASSWORDS
  return [
    raw(`/api/auth/verify-email/?code=${code}&token=${access}&password=${right}`),
    raw(`/api/${access}/`),
    raw(`/login?password=${right}&token=${access}`),
    raw('/api/auth/login/', {
      method: 'POST',
      headers: json,
      body: `{"username_or_email":"canaria","password":"${right}"`,
    }),
    raw('/api/auth/login/', { method: 'POST', headers: json, body: `"${right}"` }),
    raw('/api/auth/login/', {
      method: 'POST',
      headers: json,
      body: `{"password":["${right}"],"${right}":1,"__proto__":"${right}"}`,
    }),
    raw('/api/auth/login/', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: right }),
    raw('/api/auth/login/', {
      method: 'POST',
      headers: json,
      body: `{"username_or_email":"${right}","password":"${right}\\u0000"}`,
    }),
    raw('/api/auth/profile/', { headers: { authorization: `Basic ${btoa(`canaria:${right}`)}` } }),
    raw('/api/auth/profile/', {
      headers: { authorization: `Bearer ${access}x`, cookie: `session=${access}; password=${right}` },
    }),
    raw('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=canaria&password=${right}`,
    }),
  ]
}

async function codeSentTo(scene: Scene, email: string, mails = 1): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const mail = scene.mail.received.filter(({ to }) => to[0] === `<${email}>`)[mails - 1]
    const code = mail?.raw.match(/^\d{6}\r?$/m)?.[0].trim()
    if (code) {
      note(scene, 'a code', code)
      return code
    }
    await sleep(50)
  }
  throw new Error(`No code came to ${email}: ${scene.failures.list().join('; ')}`)
}

/** All that the documentation names, by an admin and by a customer, and once more with a body that is no good. */
async function everyCall(scene: Scene): Promise<number> {
  const { shop, server } = scene
  const world = await openWorld(shop)
  const make = rightCalls(world)
  let calls = 0
  // The code of this one is read from the outbox, which the server empties; `aLife` does it by mail.
  const documented = [...(await documentedCalls(shop)).keys()].filter(
    (call) => call !== 'POST /api/auth/verify-email/',
  )
  for (const call of documented) {
    for (const actor of [await world.person({ admin: true }), await world.person()]) {
      note(scene, 'a token', actor.user?.access)
      const right = await make[call]?.(actor)
      if (!right) throw new Error(`test/support/every-call.ts does not know how to call ${call}`)
      const client = asTestClient(clientAt(server.url, actor.user?.access))
      const gives = /login|refresh/.test(call)
      if (right.body && !(right.body instanceof FormData)) note(scene, 'a token', right.body['refresh'])
      const answer = await heard(scene, send(client, call, right), gives)
      if (gives) keep(scene, answer.body)
      const bad = {
        ...(right.body instanceof FormData ? {} : right.body),
        password: PASSWORDS.right,
        id: { password: PASSWORDS.right },
      }
      if (!call.startsWith('GET'))
        await heard(scene, send(client, call, { path: right.path, body: bad }), gives)
      calls += 2
    }
  }
  return calls
}

/** What `send` needs of one. */
function asTestClient(client: Client): TestClient {
  return client as unknown as TestClient
}

async function allMailSent(shop: TestShop): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const waiting = await shop.shop.db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .execute()
    if (waiting.length === 0) return
    await sleep(100)
  }
  throw new Error('Not all mail was sent')
}

// ---- Where they could stay ---------------------------------------------------------------------------------------

function dumpOf(place: Place): string {
  const beside = `${findPostgres()}/pg_dump`
  const found = [beside, ...globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().toReversed()].find(
    existsSync,
  )
  if (!found) throw new Error('It needs pg_dump (Debian: apt-get install postgresql-client)')
  return execFileSync(found, [place.databaseUrl ?? ''], { encoding: 'utf8', maxBuffer: 512 * 1024 ** 2 })
}

/** A mail server that is not there, with its password in the settings: errors like to repeat addresses. */
async function logOfUnreachableMail(context: Parameters<Proof['run']>[0], place: Place): Promise<string> {
  const server = await startServer(context, place, {
    env: { SMTP_URL: `smtp://canaria:${SMTP_PASSWORD}@127.0.0.1:9`, LOG_LEVEL: 'trace' },
  })
  await clientAt(server.url).post('/auth/resend-verification/', { email: 'nadie@correo.example' })
  const shop = await openTestShop(context, place)
  const admin = await shop.signIn({ admin: true })
  const account = {
    first_name: 'A',
    last_name: 'B',
    username: 'sin_correo',
    email: 'sin@correo.example',
    password: PASSWORDS.right,
    password2: PASSWORDS.right,
  }
  await clientAt(server.url, admin.user?.access).post('/auth/admin/create-user/', account)
  for (let tries = 0; tries < 300 && !server.log().includes('was not sent yet'); tries++) await sleep(50)
  await server.stop()
  return server.log()
}

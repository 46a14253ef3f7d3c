import { setTimeout as sleep } from 'node:timers/promises'
import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import type { TestShop } from '../../../test/support/open-shop.ts'
import { type Answer, clientAt } from '../../../test/support/calls/client.ts'
import { type MailServer, textOf } from '../../../test/support/servers/mail-server.ts'
import type { Failures } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'

/** Valid, wrong and new passwords: each is typed by a user, none may be stored anywhere. */
export const PASSWORDS = {
  right: 'Canaria-Clave-71x',
  wrong: 'Canaria-Equivocada-82x',
  next: 'Canaria-Nueva-93x',
  recovered: 'Canaria-Vuelta-64x',
  weak: 'canariax',
  /** Passwords of the accounts of `every-call.ts`. */
  others: [PASSWORD, 'Otra-clave-9'],
}

/** A shop, and the secrets typed or issued in it so far, each with its kind. */
export interface Scene {
  server: Server
  mail: MailServer
  shop: TestShop
  failures: Failures
  secrets: Map<string, string>
  answers: number
}

/** Registers a secret to search for. */
export function note({ secrets }: Scene, kind: string, secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= 6) secrets.set(secret, kind)
}

/** Searches for each spelling, also as bytes in a dump or an address; digits only when no number continues around them. */
export function look(
  { secrets, failures }: Pick<Scene, 'secrets' | 'failures'>,
  where: string,
  text: string,
): void {
  for (const [secret, kind] of secrets) {
    const isThere =
      kind === 'a code'
        ? new RegExp(`(?<![0-9A-Fa-f.:_-])${secret}(?![0-9A-Fa-f_-])`).test(text)
        : spellingsOf(secret).some((spelling) => text.includes(spelling))
    if (!isThere) continue
    const at = text.indexOf(secret)
    failures.add(
      `${kind} ${where}`,
      at < 0 ? secret : text.slice(Math.max(0, at - 80), at + 80).replace(/\s+/g, ' '),
    )
  }
}

/** For tokens and each part of a device id also their decoded bytes: storing those is storing the token. */
function spellingsOf(secret: string): string[] {
  const bytes = [Buffer.from(secret)]
  for (const part of secret.split('.'))
    if (/^[\w-]{32,}$/.test(part)) bytes.push(Buffer.from(part, 'base64url'))
  return [
    secret,
    ...bytes.flatMap((each) => [each.toString('hex'), each.toString('base64').replace(/=+$/, '')]),
  ]
}

/** Searches every response; `gives`: this caller may get tokens here. */
export async function heard(
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

type Told = Pick<Answer, 'status' | 'text'>

export function expectStatus(scene: Scene, what: string, { status, text }: Told, expected: number): void {
  if (status !== expected) scene.failures.add('it does not work', `${what}: ${status} ${text.slice(0, 200)}`)
}

/** Signs in, verifies, changes and signs out, with valid, wrong and malformed input. Returns the token of an owner of the shop. */
export async function aLife(scene: Scene, round: number): Promise<string> {
  const { server, shop } = scene
  const visitor = clientAt(server.url)
  const { username } = await accountsIn(shop).hasAccount({ is_staff: true })
  const signedIn = await visitor.post('/auth/login/', { username_or_email: username, password: PASSWORD })
  const owner = String(signedIn.body?.access)
  keep(scene, signedIn.body)
  const name = `canaria_l1_${round}`
  const email = `${name}@correo.example`
  const must = (what: string, answer: Told, expected: number) => expectStatus(scene, what, answer, expected)
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
  // The first came with the account, the second on request.
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
  let me = clientAt(server.url, second.body?.['access'])
  const fresh = `nueva_${email}`
  await heard(scene, me.post('/auth/verify-change/', { new_email: fresh, password: PASSWORDS.wrong }))
  must(
    'ask for a change',
    await heard(scene, me.post('/auth/verify-change/', { new_email: fresh, password: PASSWORDS.right })),
    200,
  )
  const verification_code = await codeSentTo(scene, fresh)
  await heard(scene, me.put('/auth/profile/', { email: fresh, verification_code: other }))
  /** Another e-mail or password ends every token, and the answer has new ones. */
  const renewedBy = async (change: Promise<Answer>, what: string): Promise<Tokens> => {
    const { status, body, text } = await heard(scene, change, true)
    must(what, { status, text }, 200)
    const { tokens } = body as unknown as { tokens: Tokens }
    keep(scene, tokens)
    me = clientAt(server.url, tokens.access)
    return tokens
  }
  await renewedBy(me.put('/auth/profile/', { email: fresh, verification_code }), 'change')
  await heard(
    scene,
    me.post('/auth/change-password/', { old_password: PASSWORDS.wrong, new_password: PASSWORDS.next }),
  )
  await heard(
    scene,
    me.post('/auth/change-password/', { old_password: PASSWORDS.right, new_password: PASSWORDS.weak }),
  )
  const change = { old_password: PASSWORDS.right, new_password: PASSWORDS.next }
  const last = await renewedBy(me.post('/auth/change-password/', change), 'change the password')
  await inBrowser(scene, name)
  await heard(scene, me.post('/auth/close-account/', { password: PASSWORDS.wrong, confirm: 'CERRAR' }))
  await heard(scene, me.get('/auth/my-data/'))
  for (const odd of oddCalls(server, last.access, code)) await heard(scene, odd)
  await heard(scene, visitor.post('/auth/token/refresh/', { refresh: `${first.body?.['refresh']}x` }))
  await heard(scene, me.post('/auth/logout/', { refresh: last.refresh }))
  await heard(scene, me.get('/auth/profile/'))
  await recover(scene, fresh)
  await invited(scene, owner, round)
  await close(scene, name)
  return owner
}

/** An access request, its code, its approval and the account that its link opens, each also misused. */
async function invited(scene: Scene, owner: string, round: number): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const admin = clientAt(scene.server.url, owner)
  const email = `pide_l1_${round}@correo.example`
  const asked = { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true }
  await heard(scene, visitor.post('/auth/access-requests/', asked))
  const code = await codeSentTo(scene, email)
  const verify = '/auth/access-requests/verify/'
  await heard(scene, visitor.post(verify, { email, code: code === '918273' ? '918274' : '918273' }))
  expectStatus(scene, 'confirm', await heard(scene, visitor.post(verify, { email, code })), 200)
  const listed = await heard(scene, admin.get('/auth/access-requests/?page_size=100'))
  const { results } = listed.body as unknown as {
    results: { id: number; version: number; email: string }[]
  }
  const { id, version } = results.find((one) => one.email === email) ?? {}
  const decided = admin.post(`/auth/access-requests/${id}/decision/`, { decision: 'approve', version })
  expectStatus(scene, 'approve', await heard(scene, decided), 200)
  const token = await secretSentTo(scene, { what: 'a link', email, pattern: /(?<=#t=)[\w-]{43}/ })
  await acceptedBy(scene, { token, username: `invitada_l1_${round}` })
  await heard(scene, admin.get('/auth/invitations/'))
}

async function acceptedBy(scene: Scene, invited: { token: string; username: string }): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const passwords = (password: string) => ({ password, password2: password })
  const accept = (password: string) =>
    visitor.post('/auth/invitations/accept/', {
      ...invited,
      ...passwords(password),
      adult: true,
      terms: true,
    })
  await heard(scene, visitor.get(`/products/?search=${invited.token}`))
  await heard(scene, visitor.post('/auth/invitations/read/', { token: invited.token }))
  await heard(scene, accept(PASSWORDS.weak))
  const opened = await heard(scene, accept(PASSWORDS.right), true)
  keep(scene, opened.body)
  expectStatus(scene, 'open the account', opened, 200)
  await heard(scene, accept(PASSWORDS.right))
}

/** A new password by a mailed link, which is also misused and repeated. */
async function recover(scene: Scene, email: string): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const asked = await heard(scene, visitor.post('/auth/recover/', { email }))
  expectStatus(scene, 'ask for a link', asked, 202)
  const token = await secretSentTo(scene, { what: 'a link', email, pattern: /(?<=#t=)[\w-]{43}/ })
  const finish = { token, new_password: PASSWORDS.recovered }
  await heard(scene, visitor.get(`/products/?search=${token}`))
  await heard(scene, visitor.post('/auth/recover/finish/', { ...finish, new_password: PASSWORDS.weak }))
  const done = await heard(scene, visitor.post('/auth/recover/finish/', finish), true)
  keep(scene, done.body)
  expectStatus(scene, 'recover', done, 200)
  await heard(scene, visitor.post('/auth/recover/finish/', finish))
}

/** A sign-in and a refresh of a browser, with the key in its cookie; then misuse of the cookie. */
async function inBrowser(scene: Scene, name: string): Promise<void> {
  const { server } = scene
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', origin: server.url }
  const visitor = clientAt(server.url)
  const login = { username_or_email: name, password: PASSWORDS.next }
  const signedIn = await visitor.post('/auth/login/', login, page)
  const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  const key = cookie.split('=')[1] ?? ''
  if (!/^[\w-]{43}$/.test(key))
    scene.failures.add('it does not work', `no key of a browser: ${signedIn.text}`)
  note(scene, 'the key of a browser', key)
  keep(scene, signedIn.body)
  const { access, refresh } = signedIn.body ?? {}
  const refused = await heard(scene, visitor.post('/auth/token/refresh/', { refresh }, { cookie }))
  const renewed = await heard(
    scene,
    visitor.post('/auth/token/refresh/', { refresh }, { ...page, cookie }),
    true,
  )
  keep(scene, renewed.body)
  if (refused.status !== 401 || renewed.status !== 200)
    scene.failures.add('it does not work', `a renewal in a browser: ${refused.status}, ${renewed.status}`)
  const bearer = { authorization: `Bearer ${access}`, cookie }
  for (const path of ['/auth/profile/', '/orders/my-orders/', `/${key}/`, `/products/?page=x&search=${key}`])
    await heard(
      scene,
      clientAt(server.url).get(path, path.startsWith('/auth') ? { ...page, ...bearer } : bearer),
    )
}

interface Tokens extends Record<string, string> {
  access: string
  refresh: string
}

/** Registers the secrets of a sign-in. */
export function keep(scene: Scene, body: Record<string, string> | undefined): void {
  for (const name of ['access', 'refresh', 'device'])
    note(scene, name === 'device' ? 'a device' : 'a token', body?.[name])
}

/** Misplaced secrets: in queries, tokens in a path, in invalid JSON, under unknown names. */
function oddCalls(server: Server, access: string, code: string): Promise<Answer>[] {
  const raw = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init })
    const text = await response.text()
    // Pages are rendered for everybody, and repeat the search of their address.
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

function codeSentTo(scene: Scene, email: string, mails = 1): Promise<string> {
  return secretSentTo(scene, { what: 'a code', email, pattern: /^\d{6}\r?$/m, mails })
}

export async function secretSentTo(
  scene: Scene,
  { what, email, pattern, mails = 1 }: { what: string; email: string; pattern: RegExp; mails?: number },
): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const received = scene.mail.received.filter(({ to }) => to[0] === `<${email}>`)
    const mail = received.filter((each) => pattern.test(textOf(each)))[mails - 1]
    // The parts come last, decoded; the raw mail before them may hold a link in other signs.
    const found = mail ? textOf(mail).matchAll(new RegExp(pattern, 'gm')) : []
    const secret = [...found].at(-1)?.[0].trim()
    if (secret) {
      note(scene, what, secret)
      return secret
    }
    await sleep(50)
  }
  throw new Error(`Without ${what} to ${email}: ${scene.failures.list().join('; ')}`)
}

/** The account ends with its data and its last secrets. */
async function close(scene: Scene, name: string): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const login = { username_or_email: name, password: PASSWORDS.recovered }
  const signedIn = await heard(scene, visitor.post('/auth/login/', login), true)
  expectStatus(scene, 'log in with the new password', signedIn, 200)
  keep(scene, signedIn.body)
  const me = clientAt(scene.server.url, signedIn.body?.['access'])
  const body = { password: PASSWORDS.recovered, confirm: 'CERRAR' }
  expectStatus(scene, 'close the account', await heard(scene, me.post('/auth/close-account/', body)), 204)
}

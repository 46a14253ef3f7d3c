import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import { newAuthenticator } from '../../../test/support/people/authenticator.ts'
import { appCode, bytesOfKey } from '../../../test/support/people/second-factor.ts'
import { clientAt } from '../../../test/support/calls/client.ts'
import { expectStatus, heard, keep, note, type Scene, secretSentTo } from './secret-life.ts'

/** Sign-in by link and by passkey, and the second factor of staff, each also misused and repeated. */
export async function otherSignInMethods(scene: Scene, owner: string): Promise<void> {
  const admin = clientAt(scene.server.url, owner)
  const set = await heard(scene, admin.put('/settings/', { sign_in_links: true, passkeys: true }))
  expectStatus(scene, 'allow links and passkeys', set, 200)
  await byLink(scene)
  await byPasskey(scene)
  await bySecondFactor(scene)
}

async function byLink(scene: Scene): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const { email } = await accountsIn(scene.shop).hasAccount()
  const asked = await heard(scene, visitor.post('/auth/sign-in-link/', { email }))
  expectStatus(scene, 'ask for a link to sign in', asked, 202)
  const token = await secretSentTo(scene, { what: 'a link', email, pattern: /(?<=#t=)[\w-]{43}/ })
  await heard(scene, visitor.get(`/products/?search=${token}`))
  await heard(scene, visitor.post('/auth/sign-in-link/read/', { token }))
  await heard(scene, visitor.post('/auth/recover/finish/', { token, new_password: PASSWORD }))
  const opened = await heard(scene, visitor.post('/auth/sign-in-link/use/', { token }), true)
  keep(scene, opened.body)
  expectStatus(scene, 'sign in by a link', opened, 200)
  await heard(scene, visitor.post('/auth/sign-in-link/use/', { token }))
}

/** The private key never leaves the device: what could serve a thief is a challenge, and its signed answer. */
async function byPasskey(scene: Scene): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const user = await accountsIn(scene.shop).hasAccount()
  const me = await signedIn(scene, user.username)
  const key = newAuthenticator(`http://localhost:${scene.server.port}`)
  const wanted = await heard(scene, me.post('/auth/passkeys/options/', { password: PASSWORD }), true)
  const made = key.create(optionsOf(wanted.body))
  note(scene, 'the id of a passkey', made.id)
  note(scene, 'a challenge', optionsOf(wanted.body).challenge)
  const body = { name: 'Teléfono', answer: made }
  expectStatus(scene, 'add a passkey', await heard(scene, me.post('/auth/passkeys/', body)), 201)
  await heard(scene, me.post('/auth/passkeys/', body))
  await heard(scene, me.get('/auth/passkeys/'))

  const asked = await heard(scene, visitor.post('/auth/passkeys/sign-in/options/', {}), true)
  note(scene, 'a challenge', optionsOf(asked.body).challenge)
  const answer = key.get(optionsOf(asked.body))
  note(scene, 'the answer of a passkey', answer.response['signature'])
  const opened = await heard(scene, visitor.post('/auth/passkeys/sign-in/', { answer }), true)
  keep(scene, opened.body)
  expectStatus(scene, 'sign in by a passkey', opened, 200)
  await heard(scene, visitor.post('/auth/passkeys/sign-in/', { answer }))
}

async function bySecondFactor(scene: Scene): Promise<void> {
  const visitor = clientAt(scene.server.url)
  const { username, email } = await accountsIn(scene.shop).hasAccount({ is_staff: true })
  const me = await signedIn(scene, username)
  const started = await heard(scene, me.post('/auth/totp/', { password: PASSWORD }), true)
  expectStatus(scene, 'start a second factor', started, 200)
  const key = String(started.body?.['key'])
  note(scene, 'the key of an app', key)
  note(scene, 'the key of an app', bytesOfKey(key).toString('hex'))
  const first = appCode(key)
  note(scene, 'a code', first)
  await heard(scene, me.post('/auth/totp/confirm/', { code: first === '918273' ? '918274' : '918273' }))
  const confirmed = await heard(scene, me.post('/auth/totp/confirm/', { code: first }), true)
  expectStatus(scene, 'confirm a second factor', confirmed, 200)
  const { codes, tokens } = confirmed.body as unknown as { codes: string[]; tokens: Record<string, string> }
  keep(scene, tokens)
  noteCodes(scene, codes)

  let challenge = await challengeOf(scene, username)
  const enter = (code: string) => visitor.post('/auth/second-factor/', { challenge, code })
  // Used already, and a recovery code that is not there.
  await heard(scene, enter(first))
  await heard(scene, enter('AAAA-BBBB-CCCC-DDDD'))
  const opened = await heard(scene, enter(codes[0] ?? ''), true)
  keep(scene, opened.body)
  expectStatus(scene, 'sign in with a recovery code', opened, 200)
  await heard(scene, enter(codes[0] ?? ''))
  challenge = await challengeOf(scene, username)
  await heard(scene, enter(codes[0] ?? ''))
  await heard(scene, visitor.post('/auth/second-factor/', { challenge: codes[1], code: key }))
  await heard(scene, visitor.get(`/products/?search=${challenge}`))

  const safe = clientAt(scene.server.url, opened.body?.['access'])
  await heard(scene, safe.get('/auth/totp/'))
  const proof = { password: PASSWORD, code: codes[1] ?? '' }
  const renewed = await heard(scene, safe.post('/auth/recovery-codes/', proof), true)
  expectStatus(scene, 'renew the recovery codes', renewed, 200)
  noteCodes(scene, (renewed.body as unknown as { codes: string[] }).codes)
  await heard(scene, safe.get('/auth/my-data/'))
  await heard(scene, safe.get(`/auth/users/?search=${encodeURIComponent(email)}`))
}

async function challengeOf(scene: Scene, username: string): Promise<string | undefined> {
  const login = { username_or_email: username, password: PASSWORD }
  const asked = await heard(scene, clientAt(scene.server.url).post('/auth/login/', login))
  note(scene, 'a challenge', asked.body?.['challenge'])
  expectStatus(scene, 'ask for a second factor', asked, 403)
  return asked.body?.['challenge']
}

/** As they are told, and as they are hashed. */
function noteCodes(scene: Scene, codes: string[]): void {
  for (const code of codes) {
    note(scene, 'a recovery code', code)
    note(scene, 'a recovery code', code.replaceAll('-', ''))
  }
}

/** A client with a session opened by the password. */
async function signedIn(scene: Scene, username: string) {
  const visitor = clientAt(scene.server.url)
  const login = { username_or_email: username, password: PASSWORD }
  const opened = await heard(scene, visitor.post('/auth/login/', login), true)
  keep(scene, opened.body)
  return clientAt(scene.server.url, opened.body?.['access'])
}

function optionsOf(body: unknown): { challenge: string } {
  return (body as { options: { challenge: string } }).options
}

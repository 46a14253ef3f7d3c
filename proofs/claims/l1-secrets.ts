import { setTimeout as sleep } from 'node:timers/promises'
import { documentedCalls, rightCall, rightCalls, send } from '../../test/support/calls/every-call.ts'
import type { TestShop } from '../../test/support/open-shop.ts'
import { openWorld } from '../../test/support/people/world.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { startMailServer, textOf } from '../../test/support/servers/mail-server.ts'
import { pgDump } from '../../test/support/databases/pg-dump.ts'
import { newCluster, type Place, placeOn, SECRET } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { aLife, heard, keep, look, note, PASSWORDS, type Scene } from './l1-secrets/secret-life.ts'
import { otherSignInMethods } from './l1-secrets/sign-in-methods.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import { openTestShop } from '../../test/support/open-shop.ts'

/** Calls that tell their caller a secret. */
const GIVES = /login|refresh|passkeys|totp|factor|recovery-codes|invitations\/(?:accept)?\/?$/
const SMTP_PASSWORD = 'Canaria-Correo-64x'

export const proof: Proof = {
  id: 'L1',
  title: 'Secret leakage',
  claim:
    'No password, token, device, key of a browser or authenticator app, code, recovery code, link or challenge appears in the log, in the database, in a refusal, in an answer to others, or in a mail that should not have it.',
  how: 'Valid, invalid and new passwords, tokens, devices, browser keys in their cookies, codes and links are used in sign-in, verification, changes, recovery, access requests, invitations, sign-in links, passkeys, the second factor of staff with its recovery codes, and every documented call, valid and broken, at the most detailed log level. Then all of them are searched for in the log, a pg_dump, every refusal, answers and mails. The id of a passkey may be in the database, but in no answer to others.',
  oneTry: 'a round with new accounts',
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
      PASSWORDS.recovered,
      PASSWORDS.weak,
      ...PASSWORDS.others,
    ])
      note(scene, 'a password', password)
    note(scene, 'the key of the shop', SECRET)
    note(scene, 'the password of the mail server', SMTP_PASSWORD)
    for (let round = 0; round < context.tries; round++) {
      const owner = await aLife(scene, round)
      await otherSignInMethods(scene, owner)
    }
    const calls = await everyCall(scene)
    await allMailSent(shop)
    const log = server.log() + (await logOfUnreachableMail(context, await placeOn(context, cluster)))
    if (log.split('\n').length < 100) failures.add('there is no log', log.slice(0, 200))
    look(scene, 'in the log', log)
    look({ secrets: secretsBut(scene, 'the id of a passkey'), failures }, 'in the database', pgDump(place))
    // Mails contain codes and links on purpose.
    const secrets = secretsBut(scene, 'a code', 'a link')
    for (const each of mail.received) look({ secrets, failures }, 'in a mail', textOf(each))
    return {
      tries: `${context.tries} rounds, ${calls} calls, ${scene.answers} answers`,
      figure: `${scene.secrets.size} secrets searched for in ${(log.length / 1e6).toFixed(1)} MB of log, in the dump, in ${scene.answers} answers and ${mail.received.length} mails: 0 found`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'logs-bodies',
      patches: [
        {
          find: '{ method: request.method, path, status: reply.statusCode',
          replace:
            '{ method: request.method, path, sent: JSON.stringify(request.body), status: reply.statusCode',
        },
      ],
      onlyServers: true,
      failsWith: /a password in the log/,
    },
    {
      name: 'plain-keys',
      patches: [
        {
          find: 'const keyHash = browser?.binds ? tokenHash(key) : null',
          replace: 'const keyHash = browser?.binds ? Buffer.from(key) : null',
        },
      ],
      onlyServers: true,
      failsWith: /the key of a browser in the database/,
    },
    {
      name: 'keeps-mail',
      patches: [{ find: "body_text = '', body_html = '', last_error = ''", replace: "last_error = ''" }],
      failsWith: /a code in the database/,
    },
    {
      name: 'plain-tokens',
      patches: [
        {
          find: "return createHash('sha256').update(token).digest()",
          replace: 'void createHash\n  return Buffer.from(token)',
        },
      ],
      onlyServers: true,
      failsWith: /a token in the database/,
    },
    {
      name: 'bytes-of-tokens',
      patches: [
        {
          find: "return createHash('sha256').update(token).digest()",
          replace: "void createHash\n  return Buffer.from(token, 'base64url')",
        },
      ],
      onlyServers: true,
      failsWith: /a token in the database/,
    },
    {
      name: 'plain-keys-of-apps',
      patches: [
        {
          find: 'return Buffer.concat([nonce, cipher.getAuthTag(), body])',
          replace: 'void nonce\n  void body\n  return plain',
        },
        {
          find: 'const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)',
          replace:
            'const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)\n  if (tag.length > 0) return sealed',
        },
      ],
      onlyServers: true,
      failsWith: /the key of an app in the database/,
    },
    {
      name: 'plain-recovery-codes',
      patches: [
        {
          find: "return hash('sha256', signs, 'buffer')",
          replace: 'void hash\n  return Buffer.from(signs)',
        },
      ],
      onlyServers: true,
      failsWith: /a recovery code in the database/,
    },
    {
      name: 'logs-what-was-typed',
      patches: [
        {
          find: "shop.log.warn({ userId }, 'sign-in refused: wrong second factor')",
          replace: "shop.log.warn({ userId, typed: code }, 'sign-in refused: wrong second factor')",
        },
      ],
      onlyServers: true,
      failsWith: /a recovery code in the log/,
    },
    {
      name: 'mails-passwords',
      patches: [
        {
          find: "description: 'Contraseña actualizada' })\n await enqueueMail(tx, { to: account.email, userId: user.id, ...passwordChangedMail(at), at })",
          replace:
            "description: 'Contraseña actualizada' })\n await enqueueMail(tx, { to: account.email, userId: user.id, ...passwordChangedMail(at), text: `Clave: ${new_password}`, at })",
        },
        {
          find: 'text: mail.text, ...(mail.html && { html: mail.html })',
          replace:
            "text: mail.text, textEncoding: 'base64', encoding: 'base64', ...(mail.html && { html: mail.html })",
        },
      ],
      failsWith: /a password in a mail/,
    },
    {
      name: 'echoes',
      patches: [
        {
          find: '  const body: ErrorBody = {\n    error: refusal.message,',
          replace:
            '  const body: ErrorBody = {\n    error: `${refusal.message} ${JSON.stringify(request.body)}`,',
        },
      ],
      failsWith: /a password in a refusal/,
    },
  ],
}

function secretsBut({ secrets }: Scene, ...kinds: string[]): Scene['secrets'] {
  return new Map([...secrets].filter(([, kind]) => !kinds.includes(kind)))
}

/** Every documented call, by an admin and by a customer, and again with an invalid body. */
async function everyCall(scene: Scene): Promise<number> {
  const { shop, server } = scene
  const world = await openWorld(shop)
  const make = rightCalls(world)
  let calls = 0
  // The secrets of these calls are read from the outbox, which the server empties; `aLife` reads the mail.
  const documented = [...(await documentedCalls(shop)).keys()].filter(
    (call) =>
      ![
        'POST /api/auth/verify-email/',
        'POST /api/auth/recover/finish/',
        'POST /api/auth/access-requests/verify/',
        'POST /api/auth/sign-in-link/read/',
        'POST /api/auth/sign-in-link/use/',
      ].includes(call),
  )
  for (const call of documented) {
    for (const actor of [await world.person({ admin: true }), await world.person()]) {
      note(scene, 'a token', actor.user?.access)
      const right = await rightCall(make, call, actor)
      const client = clientAt(server.url, actor.user?.access)
      const gives = GIVES.test(call)
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

/** Waits as long as mail leaves: at most a minute for one. */
async function allMailSent(shop: TestShop): Promise<void> {
  let least = Infinity
  for (let tries = 0; tries < 600; tries++) {
    const waiting = await shop.shop.db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .execute()
    if (waiting.length === 0) return
    if (waiting.length < least) tries = 0
    least = Math.min(least, waiting.length)
    await sleep(100)
  }
  throw new Error(`${least} mails were not sent`)
}

/** An unreachable mail server, with its password in the settings: errors tend to repeat addresses. */
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

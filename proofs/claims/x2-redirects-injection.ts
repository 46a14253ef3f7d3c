import type { Shop } from '../../src/server/shop.ts'
import { createAccount } from '../../src/server/users/users.ts'
import { safeRedirect } from '../../src/web/app/paths.ts'
import { PASSWORD } from '../../test/support/people/accounts.ts'
import { hostileAddresses } from '../../test/support/hostile-inputs/hostile-addresses.ts'
import { logIn, newVisitor, openBrowser } from '../../test/support/browsers/browser.ts'
import { letters, sendBareBreaks } from './x2-redirects-injection/hostile-letters.ts'
import { sheet } from './x2-redirects-injection/live-formulas.ts'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spreadOver } from '../support/proof.ts'
import { askRaw, rawHeader } from '../../test/support/calls/raw.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

export const proof: Proof = {
  id: 'X2',
  title: 'Open redirects and injection',
  claim:
    'No URL redirects off the site, no cell of an exported CSV file runs as a formula, and no input adds a header or a recipient to a mail.',
  how: 'URLs of other sites in many spellings, as ?redirect= of the login, as the return address of forms and as paths. Cells of the exported CSV file that begin like formulas are imported unchanged. Line breaks and lists in e-mail addresses and in subjects.',
  oneTry: 'a sign-in through the form with another spelling',
  note: 'The mail server is part of this repository.',
  tries: { full: 80, short: 8 },
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
    if (context.broken === 'bare-breaks') await sendBareBreaks(mail)
    const mails = await letters(shop, server, mail, failures)
    return {
      tries: `${hostileAddresses().length} spellings, ${asked} answers with them, ${logins} logins; ${cells} cells; ${mails.tried} addresses and subjects`,
      figure: `0 redirects off the site, 0 live formulas, ${mails.sent} mails sent, each to one recipient and without an extra header`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'any-slash',
      patches: [
        {
          find: "if (!target || target.startsWith('//') || target.includes('\\\\')) return undefined",
          replace: 'if (!target) return undefined',
        },
        {
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
          find: "return /^\\/(?![/\\\\])[!-[\\]-~]*$/.test(target) ? target : '/'",
          replace: 'return target',
        },
      ],
      failsWith: /an answer leads off the site/,
    },
    {
      name: 'plain-cells',
      patches: [{ find: "? `'${text}` : text", replace: '? text : text' }],
      failsWith: /a live formula/,
    },
    {
      name: 'address-as-list',
      patches: [{ find: "to: { name: '', address: mail.recipient },", replace: 'to: mail.recipient,' }],
      failsWith: /more than one recipient/,
    },
    {
      name: 'subject-as-it-is',
      patches: [
        {
          find: '${oneLine(subject)}, ${text}',
          replace: "${subject.replaceAll('\\0', '')}, ${text}",
        },
        { find: 'subject: mail.subject, text: mail.text,', replace: 'text: mail.text,' },
        {
          find: "date: mail.createdAt, headers: { 'Auto-Submitted': 'auto-generated' },",
          replace:
            "date: mail.createdAt, headers: { 'Auto-Submitted': 'auto-generated', Subject: { prepared: true, value: mail.subject } },",
        },
      ],
      failsWith: /another header/,
    },
    // Nodemailer normalises line ends, so a shop that speaks SMTP itself.
    { name: 'bare-breaks', failsWith: /a bare line break in the head/ },
  ],
}

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
        answer instanceof Response ? answer.headers.get('location') : rawHeader(answer, 'location')
      if (answer.status >= 500)
        failures.add('an unexpected error', `${answer.status} for ${JSON.stringify(spelling)}`)
      if (location && !isHere(location))
        failures.add('an answer leads off the site', `${JSON.stringify(spelling)} → ${location}`)
    }
  }
  return asked
}

/** Requests the spelling as an address. */
function askAs(server: Server, spelling: string) {
  const url = /^[\x21-\x7e]+$/.test(spelling) ? spelling : encodeURI(spelling.toWellFormed())
  return askRaw(server.port, {
    method: 'GET',
    url: url.startsWith('/') ? url : `/${url}`,
    headers: { host: '127.0.0.1' },
  })
}

/** As a customer: the link, the form, and the address after it. */
async function signIns(
  context: ProofContext,
  shop: Shop,
  server: Server,
  failures: Failures,
): Promise<number> {
  const account = { username: 'camino', email: 'camino@correo.example', password: PASSWORD }
  await createAccount(shop, { ...account, email_verified: true, createdBy: null })
  const browser = await openBrowser(context)
  const chosen = spreadOver(hostileAddresses(), context.tries)
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

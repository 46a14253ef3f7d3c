import { accountsIn, bearer, PASSWORD } from '../../../test/support/people/accounts.ts'
import { browserPage, fromPage } from '../../../test/support/people/browser-page.ts'
import type { Reply, TestShop } from '../../../test/support/open-shop.ts'
import type { Failures } from '../../support/proof.ts'

export type Instances = [TestShop, TestShop]

export function moveClocks(instances: Instances, milliseconds: number): void {
  for (const { clock } of instances) clock.advance(milliseconds)
}

const NEW_PASSWORD = 'Otra-Semilla-77'

interface Pair {
  access: string
  refresh: string
}

const given = (replies: Reply[]) =>
  replies.filter(({ status }) => status === 200).map(({ body }) => body as Pair)

/** Which of these tokens an instance still takes. Renewing comes last, as it can end a session. */
async function taken(at: TestShop, pairs: Pair[]): Promise<string[]> {
  const found: string[] = []
  for (const [n, { access }] of pairs.entries())
    if ((await accountsIn(at).profile(access)).status !== 401) found.push(`access ${n}`)
  for (const [n, { refresh }] of pairs.entries())
    if ((await accountsIn(at).refresh(refresh)).status !== 401) found.push(`refresh ${n}`)
  return found
}

/** A thief and the owner both renew one token within ten seconds: the session ends when the second of the pairs is used. */
export async function twoChains(instances: Instances, failures: Failures, atOnce: boolean): Promise<void> {
  const [here, there] = [accountsIn(instances[0]), accountsIn(instances[1])]
  const { username } = await here.hasAccount()
  const first = (await here.login(username)).body as Pair
  const [owner, thief] = [await here.refresh(first.refresh), await there.refresh(first.refresh)]
  moveClocks(instances, 12 * 60_000)
  const renewals = [() => here.refresh(owner.body.refresh), () => there.refresh(thief.body.refresh)]
  const replies: Reply[] = []
  if (atOnce) replies.push(...(await Promise.all(renewals.map((renewal) => renewal()))))
  else for (const renewal of renewals) replies.push(await renewal())
  const alive = await taken(instances[1], given([owner, thief, ...replies]))
  if (alive.length > 0) failures.add('both chains go on', alive.join())
}

/**
 * A change of password or e-mail returns a new pair; every other token of the account is invalid, copies of the
 * caller's too.
 */
export async function changed(instances: Instances, what: 'password' | 'e-mail', failures: Failures) {
  const [here, there] = instances
  const accounts = accountsIn(here)
  const user = await accounts.hasAccount()
  const elsewhere = (await accounts.login(user.username)).body as Pair
  const first = (await accounts.login(user.username)).body as Pair
  const own = (await accounts.refresh(first.refresh)).body as Pair
  const change =
    what === 'password' ? await passwordChange(here, own) : await addressChange(here, own, user.email)
  const chain = await accountsIn(there).refresh(first.refresh)
  // Renewals of the own token at the other instance, while the change is being made.
  const [answer, ...renewed] = await Promise.all([
    change(),
    ...Array.from({ length: 4 }, () => accountsIn(there).refresh(own.refresh)),
  ])
  if (answer.status !== 200) return failures.add(`the ${what} does not change`, answer.text)
  for (const { status } of renewed)
    if (status !== 200 && status !== 401) failures.add('a renewal beside a change fails', String(status))
  const alive = await taken(there, [elsewhere, first, own, ...given([chain, ...renewed])])
  if (alive.length > 0) failures.add(`still has rights: ${what} changed`, alive.join())
  const now = answer.body.tokens as Pair | undefined
  const lives = now && (await taken(there, [now])).length === 2
  if (!lives) failures.add(`who changed the ${what} is logged out`)
}

async function passwordChange({ anonymous }: TestShop, { access }: Pair) {
  const body = { old_password: PASSWORD, new_password: NEW_PASSWORD }
  return () => anonymous.post('/auth/change-password/', body, bearer(access))
}

async function addressChange(shop: TestShop, { access }: Pair, before: string) {
  const email = `nuevo_${before}`
  await shop.anonymous.post('/auth/verify-change/', { new_email: email, password: PASSWORD }, bearer(access))
  const verification_code = await accountsIn(shop).codeSentTo(email)
  return () => shop.anonymous.put('/auth/profile/', { email, verification_code }, bearer(access))
}

/** Tokens copied from a browser are refused at renewal; its tabs go on at both instances, until a used copy comes. */
export async function copied(instances: Instances, failures: Failures): Promise<void> {
  const [here, there] = instances
  const { username } = await accountsIn(here).hasAccount()
  const page = browserPage(here, there)
  const first = (await page.login(username)).body as Pair
  let { access, refresh } = first
  const own = fromPage(here.shop.config.publicUrl)
  const cookie = page.cookie() ?? ''
  const ways: Record<string, Record<string, string>> = {
    'without anything': {},
    'as a browser': own,
    'with another key': { ...own, cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` },
    'from another site': { ...own, cookie, origin: 'https://otra.example', 'sec-fetch-site': 'cross-site' },
  }
  for (const [way, headers] of Object.entries(ways)) {
    const { status } = await there.anonymous.post('/auth/token/refresh/', { refresh }, headers)
    if (status !== 401) failures.add('copied tokens are renewed', `${way}: ${status}`)
  }
  for (const at of [there, here]) {
    const tabs = await Promise.all([page.refresh(refresh, here), page.refresh(refresh, at)])
    for (const { status } of tabs)
      if (status !== 200) failures.add('a tab of a bound session is logged out', String(status))
    ;({ access, refresh } = tabs[1].body as Pair)
    moveClocks(instances, 12 * 60_000)
  }
  await there.anonymous.post('/auth/token/refresh/', { refresh: first.refresh })
  const { status } = await accountsIn(here).profile(access)
  if (status !== 401) failures.add('a bound session lives on after a copy was used', String(status))
}

const MOST = 20

/** One login more than an account may have sessions, in turns at both instances. */
export async function tooMany(instances: Instances, failures: Failures): Promise<void> {
  const { username } = await accountsIn(instances[0]).hasAccount()
  const pairs: Pair[] = []
  for (let n = 0; n <= MOST; n++) {
    pairs.push((await accountsIn(instances[n % 2 === 0 ? 0 : 1]).login(username)).body as Pair)
    moveClocks(instances, 1_000)
  }
  const statuses = await Promise.all(pairs.map(({ access }) => accountsIn(instances[0]).profile(access)))
  const alive = statuses.filter(({ status }) => status === 200).length
  if (alive !== MOST || statuses[0]?.status !== 401)
    failures.add('other sessions than the newest 20', String(alive))
}

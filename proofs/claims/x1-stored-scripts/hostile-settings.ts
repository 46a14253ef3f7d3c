import { TEMPLATE_KEYS, TEMPLATE_LENGTH } from '../../../src/contract/messages/templates.ts'
import type { Body, Filling, Headers, Saved } from './hostile-shop.ts'

const SETTINGS = {
  tagline: 120,
  shop_name: 60,
  developer_credit: 120,
  about: 2_000,
  registration_text: 500,
  legal_name: 120,
  legal_address: 200,
  service_hours: 120,
  rncyfs_number: 60,
  claim_reply: 60,
  guide_intro: 120,
  guarantee_note: 200,
}
const LINKS = ['developer_url', 'consumer_url', 'data_fiscal_url', 'instagram_url', 'gate_decline_url']

/** The settings of the shop, and the profile of the customer. */
export async function setSettings({ save, admin, customer }: Filling, texts: string[]) {
  const text = (n: number, most: number) => (texts[n % texts.length] ?? '').slice(0, most)
  const own = Object.entries(SETTINGS).map(([name, most]) => [name, text(most, most)])
  const settings = await save('put', '/settings/', Object.fromEntries(own) as Body, admin, 'texts')
  for (const name of LINKS) await save('put', '/settings/', { [name]: text(300, 300) }, admin)
  const identity = await setIdentity(save, admin, text)
  const names = { first_name: text(1, 100), last_name: text(2, 100), instagram: text(3, 60) }
  const profile = await save('put', '/auth/profile/', names, customer, 'texts')
  return [
    ...(settings ? [{ ...settings, kind: 'settings' as const }] : []),
    ...identity.map((texts, id) => ({ ...texts, id, kind: 'identity' as const })),
    ...(profile ? [{ ...profile, kind: 'profile' as const }] : []),
  ]
}

/** As many as the guide, the steps of an order and the points of the guarantee may have together. */
const ITEMS = 6

/** Steps, points and cups, each of another text; returns what was sent. */
async function setIdentity(
  save: Filling['save'],
  admin: Headers,
  text: (n: number, most: number) => string,
): Promise<Record<string, string>[]> {
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    // Titles and lines are told apart by their words.
    order_title: `${n} ${text(n, 90)}`,
    order_text: text(n + 1, 300),
    title: `${n} ${text(n + 2, 90)}`,
    fact: text(n + 3, 30),
    words: text(n + 4, 300),
    check: text(n + 5, 200),
    reminder: text(n + 6, 200),
    picture_words: text(n + 7, 200),
    point: `${n} ${text(n + 8, 190)}`,
    cup: text(n + 9, 80),
    city: text(n + 10, 60),
    variety: text(n + 11, 100),
  }))
  const body = {
    order_steps: items.map(({ order_title: title, order_text }) => ({ title, text: order_text })),
    guide_steps: items.map(({ title, fact, words, check, reminder, picture_words }) => ({
      title,
      fact,
      words,
      checks: [check],
      reminder,
      picture: null,
      picture_words,
    })),
    guarantee_points: items.map(({ point }) => point),
    trophies: items.map(({ cup, city, variety }, n) => {
      const won = { place: n + 1, cup, city, year: 2020, variety }
      return { ...won, picture: null, logo: null }
    }),
  }
  await save('put', '/settings/', body, admin, 'texts')
  return items
}

/** Some of the messages to customers, by their place. */
export const HOSTILE_TEMPLATES = [0, 1]

/** Each text on a line. What looks like a field that no order has is refused. */
export async function writeTemplate(
  { save, admin }: Filling,
  texts: string[],
  n: number,
): Promise<Saved | undefined> {
  const own = texts.filter((_, at) => at % HOSTILE_TEMPLATES.length === n)
  const body = own
    .map((text) => text.replaceAll(/[{}]/g, ''))
    .join('\n')
    .slice(0, TEMPLATE_LENGTH)
  const saved = await save('put', `/message-templates/${TEMPLATE_KEYS[n]}/`, { body }, admin, 'texts')
  return saved && { ...saved, id: n }
}

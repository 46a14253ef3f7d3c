import type { Shop } from '../../../src/server/shop.ts'
import { saveSettings } from '../../../src/server/settings/settings.ts'
import { createAccount } from '../../../src/server/users/users.ts'
import { type Answer, type Client, clientAt } from '../../../test/support/calls/client.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import type { Failures } from '../../support/proof.ts'

const NAMES = [
  'existe_una',
  'sin_verificar',
  'desactivada',
  'gastado_cinco',
  'del_equipo',
  'nadie_como_yo',
  'NADIE_mas',
]
export const mailOf = (name: string) => `${name}@correo.example`

export async function addAccounts(shop: Shop): Promise<void> {
  await saveSettings({ shop, body: { sign_in_links: true } })
  const add = (username: string, email_verified: boolean, is_staff = false) =>
    createAccount(shop, {
      username,
      is_staff,
      email: mailOf(username),
      password: PASSWORD,
      email_verified,
      createdBy: null,
    })
  await add('clienta', true)
  await add('existe_una', true)
  await add('del_equipo', true, true)
  // A code was sent to both.
  await add('sin_verificar', false)
  await add('gastado_cinco', false)
  const off = await add('desactivada', true)
  await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', off.id).execute()
}

export async function accessOf(url: string, name: string): Promise<string> {
  const answer = await clientAt(url).post('/auth/login/', { username_or_email: name, password: PASSWORD })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.access
}

export type Ask = (client: Client, name: string) => Promise<Answer>

export const signIn: Ask = (client, name) =>
  client.post('/auth/login/', { username_or_email: name, password: 'otra-clave-1' })
export const signInByMail: Ask = (client, name) => signIn(client, mailOf(name))
export const code: Ask = (client, name) =>
  client.post('/auth/verify-email/', { email: mailOf(name), code: '000000' })
export const newCode: Ask = (client, name) =>
  client.post('/auth/resend-verification/', { email: mailOf(name) })
export const recovery: Ask = (client, name) => client.post('/auth/recover/', { email: mailOf(name) })
export const link: Ask = (client, name) => client.post('/auth/sign-in-link/', { email: mailOf(name) })
export const access: Ask = (client, name) =>
  client.post('/auth/access-requests/', {
    email: mailOf(name),
    first_name: 'Ana',
    last_name: 'Paz',
    adult: true,
    terms: true,
  })
export const accessCode: Ask = (client, name) =>
  client.post('/auth/access-requests/verify/', { email: mailOf(name), code: '000000' })
/** Sent by a customer, who could learn about another one this way. */
export const newAddress: Ask = (client, name) =>
  client.post('/auth/verify-change/', { new_email: mailOf(name), password: PASSWORD })

/** The questions about a name, and the status that all get. */
const ASKED: Record<string, [ask: Ask, status: number]> = {
  'sign-in': [signIn, 401],
  'sign-in by e-mail': [signInByMail, 401],
  'a code': [code, 400],
  'a new code': [newCode, 200],
  'a new address': [newAddress, 200],
  'a recovery': [recovery, 202],
  'a link to sign in': [link, 202],
  'an access request': [access, 202],
  'the code of an access request': [accessCode, 400],
}

export interface Question {
  ask: Ask
  /** An existing name, and one of the same length that does not exist. */
  names: [account: string, nobody: string]
}

export const TIMED: Record<string, Question> = {
  'sign-in': { ask: signIn, names: ['existe_una', 'existe_dos'] },
  'sign-in by e-mail': { ask: signInByMail, names: ['existe_una', 'existe_dos'] },
  'a code': { ask: code, names: ['existe_una', 'existe_dos'] },
  'a live code': { ask: code, names: ['sin_verificar', 'sin_verificor'] },
  'a code without tries': { ask: code, names: ['gastado_cinco', 'gastado_cines'] },
  'a new code': { ask: newCode, names: ['sin_verificar', 'sin_verificor'] },
  'a new address': { ask: newAddress, names: ['existe_una', 'existe_dos'] },
  'a recovery': { ask: recovery, names: ['existe_una', 'existe_dos'] },
  'a link to sign in': { ask: link, names: ['existe_una', 'existe_dos'] },
  'a link of staff': { ask: link, names: ['del_equipo', 'del_equipa'] },
  'an access request': { ask: access, names: ['existe_una', 'existe_dos'] },
  'the code of an access request': { ask: accessCode, names: ['existe_una', 'existe_dos'] },
}

export async function sameBytes(client: Client, failures: Failures): Promise<void> {
  for (const [what, [ask, expected]] of Object.entries(ASKED)) {
    const seen = new Map<string, string>()
    for (const name of NAMES) {
      const { status, text, headers } = await ask(client, name)
      const told = [...headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
      const all = `${status} ${JSON.stringify(told)} ${text.replace(/"request_id":"[^"]*"/, '')}`
      seen.set(all, `${name} ${all}`)
      if (status !== expected) failures.add('another answer', `${what}: ${all}`)
    }
    if (seen.size > 1) failures.add('other bytes', `${what}: ${[...seen.values()].join(' ≠ ')}`)
  }
}

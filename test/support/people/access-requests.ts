import { expect } from 'vitest'
import type { Client, TestShop } from '../open-shop.ts'
import { accountsIn, PASSWORD } from './accounts.ts'

export const SPENT_LINK = 'El enlace ya se usó o venció. Podés pedir otro.'

let made = 0

/** An address that nobody has used yet. */
export const someone = () => `pide_${(made += 1)}@correo.example`

/** Requests for access and invitations of a shop that `open` returns once it is there, with one of its admins. */
export function accessIn(open: () => { shop: TestShop; admin: Client }) {
  const post = (path: string, body: object) => open().shop.anonymous.post(path, body)
  const mailsTo = (email: string) => accountsIn(open().shop).mailsTo(email)
  const ask = (email: string, more = {}) => {
    const person = { email, first_name: 'Ana', last_name: 'Paz', message: 'Cultivo desde 2019' }
    return post('/auth/access-requests/', { ...person, adult: true, terms: true, ...more })
  }
  const verify = (email: string, code: string) => post('/auth/access-requests/verify/', { email, code })
  const list = async (status = 'waiting') =>
    (await open().admin.get(`/auth/access-requests/?status=${status}&page_size=100`)).body
  const found = async (email: string, status = 'waiting') =>
    (await list(status)).results.find((one: { email: string }) => one.email === email)
  const decide = ({ id, version }: { id: number; version: number }, decision = 'approve', note = '') =>
    open().admin.post(`/auth/access-requests/${id}/decision/`, { decision, note, version })
  /** The answer does not wait for its mail. */
  const codeFor = async (email: string, number = 1) => {
    const codes = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Código'))
    await expect.poll(async () => (await codes()).length).toBe(number)
    return accountsIn(open().shop).codeSentTo(email)
  }
  const isWaiting = async (email: string) => {
    await ask(email)
    expect((await verify(email, await codeFor(email))).body).toMatchObject({ state: 'waiting' })
    return found(email)
  }
  const tokenTo = async (email: string) =>
    (await mailsTo(email))
      .flatMap(({ body_text }) => body_text.match(/(?<=\/invitacion#t=)[\w-]+/) ?? [])
      .at(-1) ?? ''
  const isInvited = async (email = someone()) => {
    expect((await decide(await isWaiting(email))).status).toBe(200)
    return { email, token: await tokenTo(email) }
  }
  const accept = (token: string, username = `nueva_${(made += 1)}`, more = {}) => {
    const passwords = { password: PASSWORD, password2: PASSWORD }
    const body = { token, username, ...passwords, adult: true, terms: true, ...more }
    return post('/auth/invitations/accept/', body)
  }
  const counted = async (table: 'users' | 'access_requests' | 'invitations' | 'consents') => {
    const { count } = await open()
      .shop.shop.db.selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  return { ask, verify, list, found, decide, codeFor, isWaiting, tokenTo, isInvited, accept, counted }
}

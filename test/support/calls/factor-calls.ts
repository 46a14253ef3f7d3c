import { newAuthenticator } from '../people/authenticator.ts'
import { PASSWORD } from '../people/accounts.ts'
import { giveFactor, givePendingKey, takeFactor } from '../people/second-factor.ts'
import type { Client } from '../open-shop.ts'
import type { World } from '../people/world.ts'
import type { RightCalls } from './every-call.ts'

interface Helpers {
  givePassword: (actor: Client) => Promise<void>
  /** What of a mail to this address matches. */
  sentTo: (email: string, secret: RegExp) => Promise<string>
}

/** Right calls of the ways to a session but the password. Visitors send the body of a person. */
export function factorCalls(world: World, { givePassword, sentTo }: Helpers): RightCalls {
  const { shop } = world.shop
  const linked = async () => {
    await world.admin.put('/settings/', { sign_in_links: true })
    const { user } = await world.person()
    const email = user?.email ?? ''
    await world.shop.anonymous.post('/auth/sign-in-link/', { email })
    return sentTo(email, /(?<=#t=)[\w-]+/)
  }
  const personOf = async (actor: Client) => {
    const person = actor.user ? actor : await world.person()
    await givePassword(person)
    return person.user?.id ?? 0
  }
  const proof = async (actor: Client) => {
    const { code } = await giveFactor(shop, await personOf(actor))
    return { password: PASSWORD, code: code() }
  }
  const withPasskeys = () => world.admin.put('/settings/', { passkeys: true })
  const newKey = () => newAuthenticator(shop.config.publicUrl)
  /** A visitor sends what a person could. */
  const created = async (actor: Client, key = newKey()) => {
    await withPasskeys()
    const person = actor.user ? actor : await world.person()
    await givePassword(person)
    const { options } = (await person.post('/auth/passkeys/options/', { password: PASSWORD })).body
    return { person, body: { name: 'Teléfono', answer: key.create(options) } }
  }
  const added = async (actor: Client, key = newKey()): Promise<number> => {
    const { person, body } = await created(actor, key)
    return (await person.post('/auth/passkeys/', body)).body.id
  }
  return {
    'GET /api/auth/passkeys/': async () => ({ path: '/auth/passkeys/' }),
    'POST /api/auth/passkeys/options/': async (actor) => {
      await withPasskeys()
      if (actor.user) await givePassword(actor)
      return { path: '/auth/passkeys/options/', body: { password: PASSWORD } }
    },
    'POST /api/auth/passkeys/': async (actor) => ({
      path: '/auth/passkeys/',
      body: (await created(actor)).body,
    }),
    'DELETE /api/auth/passkeys/{id}/': async (actor) => ({ path: `/auth/passkeys/${await added(actor)}/` }),
    'POST /api/auth/close-account/options/': async () => {
      await withPasskeys()
      return { path: '/auth/close-account/options/', body: {} }
    },
    'GET /api/auth/users/{id}/passkeys/': async () => ({
      path: `/auth/users/${(await world.person()).user?.id}/passkeys/`,
    }),
    'DELETE /api/auth/users/{id}/passkeys/{key}/': async () => {
      const person = await world.person()
      return { path: `/auth/users/${person.user?.id}/passkeys/${await added(person)}/` }
    },
    'POST /api/auth/passkeys/sign-in/options/': async () => {
      await withPasskeys()
      return { path: '/auth/passkeys/sign-in/options/', body: {} }
    },
    'POST /api/auth/passkeys/sign-in/': async () => {
      const key = newKey()
      await added(await world.person(), key)
      const { options } = (await world.shop.anonymous.post('/auth/passkeys/sign-in/options/', {})).body
      return { path: '/auth/passkeys/sign-in/', body: { answer: key.get(options) } }
    },
    'POST /api/auth/sign-in-link/': async () => {
      await world.admin.put('/settings/', { sign_in_links: true })
      return { path: '/auth/sign-in-link/', body: { email: (await world.person()).user?.email } }
    },
    'POST /api/auth/sign-in-link/read/': async () => ({
      path: '/auth/sign-in-link/read/',
      body: { token: await linked() },
    }),
    'POST /api/auth/sign-in-link/use/': async () => ({
      path: '/auth/sign-in-link/use/',
      body: { token: await linked() },
    }),
    'GET /api/auth/totp/': async () => ({ path: '/auth/totp/' }),
    'POST /api/auth/totp/': async (actor) => {
      await takeFactor(shop, await personOf(actor))
      return { path: '/auth/totp/', body: { password: PASSWORD } }
    },
    'POST /api/auth/totp/confirm/': async (actor) => ({
      path: '/auth/totp/confirm/',
      body: { code: await givePendingKey(shop, await personOf(actor)) },
    }),
    'POST /api/auth/totp/remove/': async (actor) => ({
      path: '/auth/totp/remove/',
      body: await proof(actor),
    }),
    'POST /api/auth/recovery-codes/': async (actor) => ({
      path: '/auth/recovery-codes/',
      body: await proof(actor),
    }),
    'POST /api/auth/prove/': async (actor) => ({ path: '/auth/prove/', body: await proof(actor) }),
    'POST /api/auth/second-factor/': async () => {
      const { user } = await world.person()
      const { code } = await giveFactor(shop, user?.id ?? 0)
      const login = { username_or_email: user?.username, password: PASSWORD }
      const { body } = await world.shop.anonymous.post('/auth/login/', login)
      return { path: '/auth/second-factor/', body: { challenge: body.challenge, code: code() } }
    },
  }
}

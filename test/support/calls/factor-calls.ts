import { PASSWORD } from '../people/accounts.ts'
import { giveFactor, givePendingKey, takeFactor } from '../people/second-factor.ts'
import type { Client } from '../open-shop.ts'
import type { World } from '../people/world.ts'
import type { RightCalls } from './every-call.ts'

/** Right calls of the second factor. Visitors send the body of a person. */
export function factorCalls(world: World, givePassword: (actor: Client) => Promise<void>): RightCalls {
  const { shop } = world.shop
  const personOf = async (actor: Client) => {
    const person = actor.user ? actor : await world.person()
    await givePassword(person)
    return person.user?.id ?? 0
  }
  const proof = async (actor: Client) => {
    const { code } = await giveFactor(shop, await personOf(actor))
    return { password: PASSWORD, code: code() }
  }
  return {
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
    'POST /api/auth/second-factor/': async () => {
      const { user } = await world.person()
      const { code } = await giveFactor(shop, user?.id ?? 0)
      const login = { username_or_email: user?.username, password: PASSWORD }
      const { body } = await world.shop.anonymous.post('/auth/login/', login)
      return { path: '/auth/second-factor/', body: { challenge: body.challenge, code: code() } }
    },
  }
}

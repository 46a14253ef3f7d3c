import type { TestShop } from '../open-shop.ts'
import { accountsIn, bearer } from './accounts.ts'
import { giveFactor } from './second-factor.ts'

export const STAFF = { is_staff: true }

/** Sign-ins with a second factor, in the shop that `open` returns once it is there. */
export function factorsIn(open: () => TestShop) {
  return {
    enter: (challenge: string, code: string) =>
      open().anonymous.post('/auth/second-factor/', { challenge, code }),
    /** After the right password. */
    challengeOf: async (username: string) =>
      (await accountsIn(open()).login(username)).body.challenge as string,
    /** Staff with a second factor, and the headers of a session without it. */
    withFactor: async () => {
      const accounts = accountsIn(open())
      const user = await accounts.hasAccount(STAFF)
      const { body } = await accounts.login(user.username)
      const factor = await giveFactor(open().shop, user.id)
      return { user, factor, headers: bearer(body.access) }
    },
  }
}

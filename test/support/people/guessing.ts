import type { TestShop } from '../open-shop.ts'
import { accountsIn } from './accounts.ts'

let tries = 0

interface From {
  device?: string
  address?: string
}

/** Logins that try passwords, in the shop that `open` returns once it is there. */
export function guessingIn(open: () => TestShop) {
  /** From a new address by default, so that the limit of one address does not interfere. */
  const login = async (name: string, password: string, { device, address }: From = {}) => {
    tries += 1
    const reply = await open().app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      remoteAddress: address ?? `10.0.${Math.floor(tries / 250)}.${tries % 250}`,
      payload: { username_or_email: name, password, ...(device && { device }) },
    })
    return { status: reply.statusCode, body: reply.json(), wait: reply.headers['retry-after'] }
  }
  return {
    login,
    hasAccount: ({ verified = true } = {}) => accountsIn(open()).hasAccount({ email_verified: verified }),
    mailsTo: (email: string) => accountsIn(open()).mailsTo(email),
    resend: (email: string) => open().anonymous.post('/auth/resend-verification/', { email }),
    /** The status of each try. */
    fails: async (name: string, times: number, how: From = {}): Promise<number[]> => {
      const statuses: number[] = []
      for (let failure = 0; failure < times; failure += 1)
        statuses.push((await login(name, 'otra-clave-1', how)).status)
      return statuses
    },
  }
}

import { expect, vi } from 'vitest'
import { backgroundEnded } from '../../../src/server/limits/same-time.ts'
import { createAccount, type NewAccount } from '../../../src/server/users/users.ts'
import type { TestShop } from '../open-shop.ts'

export const PASSWORD = 'Semilla2026'

export const bearer = (access: string) => ({ authorization: `Bearer ${access}` })

/** A code of six digits other than this one. */
export const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

let made = 0

/** Accounts with real passwords, and helpers for the tests of accounts. */
export function accountsIn(shop: TestShop) {
  const mailsTo = async (email: string) => (await shop.mails()).filter((mail) => mail.recipient === email)
  return {
    /** A verified customer. */
    hasAccount(account: Partial<NewAccount> = {}) {
      made += 1
      const username = `persona_${made}`
      return createAccount(shop.shop, {
        username,
        email: `${username}@correo.example`,
        password: PASSWORD,
        first_name: 'Ana',
        last_name: 'Suárez',
        email_verified: true,
        createdBy: null,
        ...account,
      })
    },
    login: (name: string, password = PASSWORD) =>
      shop.anonymous.post('/auth/login/', { username_or_email: name, password }),
    refresh: (token: string) => shop.anonymous.post('/auth/token/refresh/', { refresh: token }),
    profile: (access: string) => shop.anonymous.get('/auth/profile/', bearer(access)),
    mailsTo,
    async codeSentTo(email: string): Promise<string> {
      // Sent after the answer.
      await backgroundEnded()
      const code = (await mailsTo(email)).at(-1)?.body_text.match(/^\d{6}$/m)?.[0]
      if (!code) throw new Error(`No code was sent to ${email}`)
      return code
    },
    /** By the link of a recovery, which ends the sessions; the password stays as in other tests. */
    async provesAddress(email: string): Promise<void> {
      const before = (await mailsTo(email)).length
      await shop.anonymous.post('/auth/recover/', { email })
      const token = await vi.waitFor(
        async () => {
          const texts = (await mailsTo(email)).slice(before).map(({ body_text }) => body_text)
          return texts.findLast((text) => text.includes('#t='))?.match(/#t=([\w-]+)/)?.[1] ?? expect.fail()
        },
        { timeout: 10_000 },
      )
      const chosen = { token, new_password: PASSWORD }
      expect((await shop.anonymous.post('/auth/recover/finish/', chosen)).status).toBe(200)
    },
    /** The actions of this account, oldest first. */
    activityOf: (userId: number) =>
      shop.shop.db
        .selectFrom('activity_log')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
  }
}

import * as contract from '../../contract/auth.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { changePassword, getPermissions, getProfile, requestEmailChange, updateProfile } from './account.ts'
import { refreshTokens, signIn, signOut } from './auth.ts'
import { resendVerification, verifyEmail } from './codes.ts'

export function authRoutes(api: Api): void {
  on(api, contract.login, ({ shop, body, http }) => signIn(shop, body, http.address), { lenient: true })
  on(api, contract.refreshTokens, ({ shop, body }) => refreshTokens(shop, body), { lenient: true })
  on(
    api,
    contract.logout,
    async ({ shop, user, body }) => {
      await signOut(shop, user, body.refresh)
      return {}
    },
    { lenient: true },
  )

  on(api, contract.getProfile, ({ shop, user }) => getProfile(shop, user))
  on(api, contract.updateProfile, ({ shop, user, body }) => updateProfile(shop, user, body))
  on(api, contract.verifyPermissions, ({ user }) => getPermissions(user))

  on(api, contract.verifyEmail, ({ shop, body }) => verifyEmail(shop, body))
  on(api, contract.resendVerification, ({ shop, body }) => resendVerification(shop, body))
  on(api, contract.verifyChange, ({ shop, user, body }) => requestEmailChange(shop, user, body))
  on(api, contract.changePassword, ({ shop, user, body }) => changePassword(shop, user, body))
}

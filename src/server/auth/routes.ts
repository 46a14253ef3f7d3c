import * as contract from '../../contract/accounts/auth.ts'
import * as sessionContract from '../../contract/accounts/sessions.ts'
import * as factor from '../../contract/accounts/second-factor.ts'
import * as keys from '../../contract/accounts/passkeys.ts'
import * as links from '../../contract/accounts/sign-in-links.ts'
import type { TellApplicant } from './by-mail/mail-links.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { changePassword, getPermissions, getProfile, requestEmailChange, updateProfile } from './account.ts'
import { signIn } from './auth.ts'
import { proveSession } from './own-proof.ts'
import { resendVerification, verifyEmail } from './by-mail/codes.ts'
import { enterSecondFactor } from './second-factor/second-factor-sign-in.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor/second-factor-set-up.ts'
import { passkeySignIn, startPasskeySignIn } from './passkeys/passkey-sign-in.ts'
import {
  addPasskey,
  listPasskeys,
  listPasskeysOf,
  removePasskey,
  removePasskeyOf,
  startPasskey,
} from './passkeys/passkeys.ts'
import { finishRecovery, requestRecovery } from './by-mail/recover.ts'
import {
  endOtherSessions,
  endSession,
  endSessionOf,
  listSessions,
  listSessionsOf,
} from './sessions/session-list.ts'
import { refreshTokens, signOut } from './sessions/sessions.ts'
import { readSignInLink, requestSignInLink, spendSignInLink } from './by-mail/sign-in-link.ts'

export function authRoutes(api: Api, tellApplicant: TellApplicant): void {
  const binds = { bindsSession: true }
  const lenient = { ...binds, lenient: true }
  on(api, contract.login, ({ shop, body, http }) => signIn(shop, body, http), lenient)
  on(api, contract.refreshTokens, ({ shop, body, http }) => refreshTokens(shop, body, http.browser), lenient)
  on(
    api,
    contract.logout,
    async ({ shop, user, body, http }) => {
      await signOut(shop, user, body.refresh, http.browser)
      return {}
    },
    lenient,
  )

  on(api, contract.getProfile, ({ shop, user }) => getProfile(shop, user))
  on(
    api,
    contract.updateProfile,
    ({ shop, user, body, http }) => updateProfile(shop, user, body, http.browser),
    binds,
  )
  on(api, contract.verifyPermissions, ({ user }) => getPermissions(user))

  on(api, contract.verifyEmail, ({ shop, body, http }) => verifyEmail(shop, body, http.address))
  on(api, contract.resendVerification, ({ shop, body, http }) => resendVerification(shop, body, http.address))
  on(api, contract.requestRecovery, ({ shop, body, http: { address } }) =>
    requestRecovery(shop, body, { address, tellApplicant }),
  )
  on(api, contract.finishRecovery, ({ shop, body, http }) => finishRecovery(shop, body, http.address))
  on(api, contract.verifyChange, ({ shop, user, body }) => requestEmailChange(shop, user, body))
  on(
    api,
    contract.changePassword,
    ({ shop, user, body, http }) => changePassword(shop, user, body, http.browser),
    binds,
  )
  sessionRoutes(api)
}

function sessionRoutes(api: Api): void {
  on(api, sessionContract.listSessions, ({ shop, user }) => listSessions(shop, user))
  on(api, sessionContract.endSession, async ({ shop, user, params }) => {
    await endSession(shop, user, params.number)
    return {}
  })
  on(api, sessionContract.endOtherSessions, ({ shop, user }) => endOtherSessions(shop, user))
  on(api, sessionContract.listUserSessions, ({ shop, user, params }) => listSessionsOf(shop, user, params.id))
  on(api, sessionContract.endUserSession, async ({ shop, user, params }) => {
    await endSessionOf(shop, user, params)
    return {}
  })
}

/** The second factor: its settings, and the step of a sign-in. */
export function factorRoutes(api: Api): void {
  const binds = { bindsSession: true }
  on(api, factor.readSecondFactor, ({ shop, user }) => readSecondFactor(shop, user))
  on(api, factor.startSecondFactor, ({ shop, user, body }) => startSecondFactor(shop, user, body))
  on(
    api,
    factor.confirmSecondFactor,
    ({ shop, user, body, http }) => confirmSecondFactor(shop, user, body, http.browser),
    binds,
  )
  on(api, factor.removeSecondFactor, async ({ shop, user, body }) => {
    await removeSecondFactor(shop, user, body)
    return {}
  })
  on(api, factor.proveSession, async ({ shop, user, body }) => {
    await proveSession(shop, user, body)
    return {}
  })
  on(api, factor.renewRecoveryCodes, ({ shop, user, body }) => renewRecoveryCodes(shop, user, body))
  on(
    api,
    factor.enterSecondFactor,
    ({ shop, body, http }) => enterSecondFactor(shop, body, http.address, http.browser),
    { ...binds, lenient: true },
  )
}

export function signInLinkRoutes(api: Api, tellApplicant: TellApplicant): void {
  on(api, links.requestSignInLink, ({ shop, body, http: { address } }) =>
    requestSignInLink(shop, body, { address, tellApplicant }),
  )
  on(api, links.readSignInLink, ({ shop, body }) => readSignInLink(shop, body))
  on(api, links.spendSignInLink, ({ shop, body, http }) => spendSignInLink(shop, body, http), {
    bindsSession: true,
    lenient: true,
  })
}

export function passkeyRoutes(api: Api): void {
  on(api, keys.listPasskeys, ({ shop, user }) => listPasskeys(shop, user))
  on(api, keys.startPasskey, ({ shop, user, body }) => startPasskey(shop, user, body))
  on(api, keys.addPasskey, ({ shop, user, body }) => addPasskey(shop, user, body))
  on(api, keys.removePasskey, async ({ shop, user, params }) => {
    await removePasskey(shop, user, params.id)
    return {}
  })
  on(api, keys.listUserPasskeys, ({ shop, params }) => listPasskeysOf(shop, params.id))
  on(api, keys.removeUserPasskey, async ({ shop, user, params }) => {
    await removePasskeyOf(shop, user, params)
    return {}
  })
  on(api, keys.startPasskeySignIn, ({ shop, http }) => startPasskeySignIn(shop, http.address))
  on(api, keys.passkeySignIn, ({ shop, body, http }) => passkeySignIn(shop, body, http), {
    bindsSession: true,
    lenient: true,
  })
}

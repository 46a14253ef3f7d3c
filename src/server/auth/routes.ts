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
  on(api, contract.login, signIn, lenient)
  on(api, contract.refreshTokens, refreshTokens, lenient)
  on(api, contract.logout, signOut, lenient)

  on(api, contract.getProfile, getProfile)
  on(api, contract.updateProfile, updateProfile, binds)
  on(api, contract.verifyPermissions, getPermissions)

  on(api, contract.verifyEmail, verifyEmail)
  on(api, contract.resendVerification, resendVerification)
  on(api, contract.requestRecovery, (input) => requestRecovery(input, tellApplicant))
  on(api, contract.finishRecovery, finishRecovery)
  on(api, contract.verifyChange, requestEmailChange)
  on(api, contract.changePassword, changePassword, binds)
  sessionRoutes(api)
}

function sessionRoutes(api: Api): void {
  on(api, sessionContract.listSessions, listSessions)
  on(api, sessionContract.endSession, endSession)
  on(api, sessionContract.endOtherSessions, endOtherSessions)
  on(api, sessionContract.listUserSessions, listSessionsOf)
  on(api, sessionContract.endUserSession, endSessionOf)
}

/** The second factor: its settings, and the step of a sign-in. */
export function factorRoutes(api: Api): void {
  const binds = { bindsSession: true }
  on(api, factor.readSecondFactor, readSecondFactor)
  on(api, factor.startSecondFactor, startSecondFactor)
  on(api, factor.confirmSecondFactor, confirmSecondFactor, binds)
  on(api, factor.removeSecondFactor, removeSecondFactor)
  on(api, factor.proveSession, proveSession)
  on(api, factor.renewRecoveryCodes, renewRecoveryCodes)
  on(api, factor.enterSecondFactor, enterSecondFactor, { ...binds, lenient: true })
}

export function signInLinkRoutes(api: Api, tellApplicant: TellApplicant): void {
  on(api, links.requestSignInLink, (input) => requestSignInLink(input, tellApplicant))
  on(api, links.readSignInLink, readSignInLink)
  on(api, links.spendSignInLink, spendSignInLink, { bindsSession: true, lenient: true })
}

export function passkeyRoutes(api: Api): void {
  on(api, keys.listPasskeys, listPasskeys)
  on(api, keys.startPasskey, startPasskey)
  on(api, keys.addPasskey, addPasskey)
  on(api, keys.removePasskey, removePasskey)
  on(api, keys.listUserPasskeys, listPasskeysOf)
  on(api, keys.removeUserPasskey, removePasskeyOf)
  on(api, keys.startPasskeySignIn, startPasskeySignIn)
  on(api, keys.passkeySignIn, passkeySignIn, { bindsSession: true, lenient: true })
}

import { z } from 'zod'
import * as calls from './calls.ts'
import { FactorCode, login, Tokens, TypedPassword } from './auth.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { FACTOR_OVER } from './second-factor-rules.ts'

/** In plain text, shown only once. */
const RecoveryCodes = z.array(z.string())

const Confirmed = z.object({ password: TypedPassword, code: FactorCode })

/** Everybody may read it; only staff may set one up (`may_start`). */
export const readSecondFactor = endpoint(calls.readSecondFactor, {
  summary: 'Whether sign-in asks the caller for a second factor',
  access: 'customer',
  reply: reply(
    z.object({
      confirmed_at: z.iso.datetime().nullable(),
      /** Unused recovery codes. */
      codes_left: z.int(),
      /** True for staff. */
      may_start: z.boolean(),
      /** The setting `staff_2fa` closes the panel to this account without a second factor. */
      required: z.boolean(),
    }),
  ),
})

/** WRONG_PASSWORD; CONFLICT when it is active already. Staff only. */
export const startSecondFactor = endpoint(calls.startSecondFactor, {
  summary: 'Create a key for an authenticator app; active after its first code',
  access: 'customer',
  body: z.object({ password: TypedPassword }),
  reply: reply(
    z.object({
      /** base32, to type by hand. */
      key: z.string(),
      /** The same key as an otpauth address, for a QR code. */
      otpauth: z.string(),
    }),
  ),
})

/** WRONG_CODE; CONFLICT without a key. */
export const confirmSecondFactor = endpoint(calls.confirmSecondFactor, {
  summary: 'Enter the first code of the app; answers recovery codes, ends every session and opens one',
  access: 'customer',
  body: z.object({ code: FactorCode }),
  reply: reply(z.object({ codes: RecoveryCodes, tokens: Tokens })),
})

/** WRONG_PASSWORD; WRONG_CODE; CONFLICT when the account has no second factor. */
export const removeSecondFactor = endpoint(calls.removeSecondFactor, {
  summary: 'Remove the second factor',
  access: 'customer',
  body: Confirmed,
  reply: reply(Nothing),
  status: 204,
})

/** WRONG_PASSWORD; WRONG_CODE; CONFLICT without a second factor. */
export const renewRecoveryCodes = endpoint(calls.renewRecoveryCodes, {
  summary: 'Create ten new recovery codes; earlier ones stop working',
  access: 'customer',
  body: Confirmed,
  reply: reply(z.object({ codes: RecoveryCodes })),
})

/** WRONG_PASSWORD; WRONG_CODE; VALIDATION for what is missing: `code` if the account has a second factor. */
export const proveSession = endpoint(calls.proveSession, {
  summary: 'Prove that the caller owns the account: for 14 minutes, calls that answer PROOF_REQUIRED work',
  access: 'customer',
  body: z.object({ password: TypedPassword, code: FactorCode.optional() }),
  reply: reply(Nothing),
  status: 204,
})

/** WRONG_CODE; INVALID_CREDENTIALS after five tries or five minutes: the password has to be entered again. */
export const enterSecondFactor = endpoint(calls.enterSecondFactor, {
  summary: 'Finish a sign-in that answered SECOND_FACTOR_REQUIRED, with a code of the app or a recovery code',
  access: 'anyone',
  body: z.object({
    challenge: z.string(FACTOR_OVER).max(200),
    code: FactorCode,
    /** As in a login. */
    device: z.string().max(200).optional(),
  }),
  reply: login.reply,
})

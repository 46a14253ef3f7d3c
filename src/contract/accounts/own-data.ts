import { z } from 'zod'
import * as calls from './calls.ts'
import { FactorCode, TypedPassword } from './auth.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { PasskeyAnswer, PasskeyOptions } from './passkeys.ts'
import { PASSWORD_REQUIRED } from './password.ts'
import { CLOSE_WORD, closeWordError } from './own-data-rules.ts'

/** A row under its column names; money in pesos. */
const Row = z.looseObject({})

/** Everything that the shop stores about the caller. */
export const MyData = z.object({
  written_at: z.iso.datetime(),
  account: Row,
  sessions: z.array(Row),
  /** Codes and links that were mailed and can still be used, without their secrets. */
  codes: z.array(Row),
  links: z.array(Row),
  second_factor: z.array(Row),
  passkeys: z.array(Row),
  access_requests: z.array(Row),
  invitations: z.array(Row),
  consents: z.array(Row),
  orders: z.array(Row),
  claims: z.array(Row),
  regrets: z.array(Row),
  /** Restock notices. */
  stock_notices: z.array(Row),
  favorites: z.array(Row),
  uploads: z.array(Row),
  mails: z.array(Row),
  activity: z.array(Row),
  /** Page texts saved by this admin. */
  pages: z.array(Row),
  /** How many older rows of each kind are left out: the file has the newest thousand. */
  left_out: z.record(z.string(), z.int()),
})
export type MyData = z.output<typeof MyData>

/** TOO_MANY_REQUESTS above 5 a day. */
export const getMyData = endpoint(calls.getMyData, {
  summary: 'Everything that the shop stores about the caller, as a file',
  access: 'customer',
  reply: reply(MyData),
})

/** FORBIDDEN while the setting `passkeys` is off; TOO_MANY_REQUESTS above thirty an hour. */
export const startClosing = endpoint(calls.startClosing, {
  summary: 'WebAuthn options to close the own account with a passkey within five minutes',
  access: 'customer',
  reply: reply(PasskeyOptions),
})

/** WRONG_PASSWORD, or VALIDATION for a passkey that does not fit; WRONG_CODE; PROOF_REQUIRED without `code`; CONFLICT for the only owner. */
export const closeAccount = endpoint(calls.closeAccount, {
  summary:
    'Remove the own account and its personal data; pending orders are cancelled, others kept without a name',
  access: 'customer',
  body: z
    .object({
      /** Send one of the two; with both, the password is checked. */
      password: TypedPassword.optional(),
      passkey: PasskeyAnswer.optional(),
      /** Of the second factor, if the account has one and was not proved in the last ten minutes. */
      code: FactorCode.optional(),
      /** `CERRAR`. */
      confirm: z.string(CLOSE_WORD).refine((typed) => closeWordError(typed) === undefined, CLOSE_WORD),
    })
    .refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
      path: ['password'],
      error: PASSWORD_REQUIRED,
    }),
  reply: reply(Nothing),
  status: 204,
})

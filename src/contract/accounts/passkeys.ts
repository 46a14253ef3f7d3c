import { z } from 'zod'
import * as calls from './calls.ts'
import { login, TypedPassword } from './auth.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { PASSKEY_NAME, PASSKEY_NAME_LENGTH, PASSKEY_WRONG } from './sign-in-rules.ts'
import { Id, IdParams, requiredLine } from '../text.ts'

/** WebAuthn options in JSON: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON */
export const PasskeyOptions = z.object({ options: z.looseObject({}) })

/** base64url; fits the response of the largest keys. */
const Bytes = z.string(PASSKEY_WRONG).max(10_000, PASSKEY_WRONG)
const OptionalBytes = Bytes.optional()

/** A browser's response: https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export const PasskeyAnswer = z.object(
  {
    id: z.string(PASSKEY_WRONG).min(1, PASSKEY_WRONG).max(1400, PASSKEY_WRONG),
    rawId: OptionalBytes,
    type: OptionalBytes,
    response: z.object(
      {
        clientDataJSON: Bytes,
        /** Registration only. Without `transports` the browser tries all of them at sign-in. */
        attestationObject: OptionalBytes,
        transports: z.array(z.string()).max(10).optional().catch(undefined),
        /** Sign-in only. */
        authenticatorData: OptionalBytes,
        signature: OptionalBytes,
        userHandle: z.string().max(1400).nullish().catch(undefined),
      },
      PASSKEY_WRONG,
    ),
  },
  PASSKEY_WRONG,
)

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** Oldest first. */
export const listPasskeys = endpoint(calls.listPasskeys, {
  summary: 'The passkeys of the caller, at most ten',
  access: 'customer',
  reply: reply(z.array(Passkey)),
})

/** WRONG_PASSWORD; FORBIDDEN while the setting `passkeys` is off; LIMIT_REACHED above ten. */
export const startPasskey = endpoint(calls.startPasskey, {
  summary: 'WebAuthn options to add a passkey within five minutes',
  access: 'customer',
  body: z.object({ password: TypedPassword }),
  reply: reply(PasskeyOptions),
})

/** VALIDATION for an answer that does not fit; LIMIT_REACHED above ten; DUPLICATE for a passkey that is known. */
export const addPasskey = endpoint(calls.addPasskey, {
  summary: 'Store a new passkey',
  access: 'customer',
  body: z.object({ name: requiredLine(PASSKEY_NAME_LENGTH, PASSKEY_NAME), answer: PasskeyAnswer }),
  reply: reply(Passkey),
  status: 201,
})

export const removePasskey = endpoint(calls.removePasskey, {
  summary: 'Remove a passkey of the caller; mails them',
  access: 'customer',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

export const listUserPasskeys = endpoint(calls.listUserPasskeys, {
  summary: 'The passkeys of an account',
  access: 'admin',
  params: IdParams,
  reply: reply(z.array(Passkey)),
})

export const removeUserPasskey = endpoint(calls.removeUserPasskey, {
  summary: 'Remove a passkey of an account; mails its owner',
  access: 'admin',
  params: IdParams.extend({ key: Id }),
  reply: reply(Nothing),
  status: 204,
})

/** FORBIDDEN while the setting is off; TOO_MANY_REQUESTS above sixty an hour. */
export const startPasskeySignIn = endpoint(calls.startPasskeySignIn, {
  summary: 'WebAuthn options to sign in within five minutes; names no account',
  access: 'anyone',
  reply: reply(PasskeyOptions),
})

/** VALIDATION with one text for every cause, a deactivated account among them; SECOND_FACTOR_REQUIRED as a login. */
export const passkeySignIn = endpoint(calls.passkeySignIn, {
  summary: 'Sign in with a passkey',
  access: 'anyone',
  body: z.object({
    answer: PasskeyAnswer,
    /** As in a login. */
    device: z.string().max(200).optional(),
  }),
  reply: login.reply,
})

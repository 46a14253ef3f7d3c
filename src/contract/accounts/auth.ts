import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { LAST_NAME, LOGIN_NAME } from './account-rules.ts'
import { CODE_DIGITS, EMAIL_LENGTH, NAME_LENGTH, PASSWORD_MAX } from '../limits.ts'
import {
  LINK_USED,
  PASSWORDS_DIFFER,
  PASSWORD_REQUIRED,
  PASSWORD_TOO_LONG,
  passwordError,
} from './password.ts'
import { RIGHTS, ROLES } from './roles.ts'
import { FACTOR_CODE, FACTOR_CODE_LENGTH } from './second-factor-rules.ts'
import { Email, line, Name, refusedBy, requiredLine } from '../text.ts'

const Permissions = z.object({
  can_access_admin: z.boolean(),
  /** Rights of the role in the panel. */
  rights: z.array(z.enum(RIGHTS)),
  /**
   * True when `role` and `rights` are empty because the setting `staff_2fa` is `required` and the account has no
   * second factor.
   */
  must_add_factor: z.boolean(),
})

/** An account. `is_staff` or `is_superuser` makes an active account an admin. Times are UTC. */
export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  instagram: z.string().nullable(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
  user_type: z.enum(['admin', 'customer']),
  email_verified: z.boolean(),
  /** The phone of the last order: ten digits, or empty. Fills the recipient form. */
  phone: z.string(),
  created_at: z.iso.datetime(),
  /** Null for customers. */
  role: z.enum(ROLES).nullable(),
  permissions: Permissions,
})
export type User = z.output<typeof User>

/** Opaque tokens: `access` is valid for 15 minutes, `refresh` for one exchange (decision 0005). */
export const Tokens = z.object({ access: z.string(), refresh: z.string() })

/** Never trimmed. */
export const TypedPassword = z
  .string(PASSWORD_REQUIRED)
  .min(1, PASSWORD_REQUIRED)
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG)

/** Six digits from the authenticator app, or a recovery code. */
export const FactorCode = requiredLine(FACTOR_CODE_LENGTH, FACTOR_CODE)

/** The rule is `passwordError`; the server also refuses common passwords. */
export const NewPassword = TypedPassword.superRefine(refusedBy(passwordError))

const CODE_INVALID = 'El código debe tener 6 dígitos'

/** Six digits from a mail. Spaces and hyphens are dropped. */
export const Code = z
  .string('El código es requerido')
  .max(20, CODE_INVALID)
  .transform((code) => code.replace(/[\s-]/g, ''))
  .refine((code) => code.length === CODE_DIGITS && /^\d+$/.test(code), CODE_INVALID)

/** No minimum length: a short name or password is answered like a wrong one. */
const LoginRequest = z.object({
  username_or_email: requiredLine(EMAIL_LENGTH, LOGIN_NAME),
  password: TypedPassword,
  /** `device` of an earlier login from this browser: its failed logins are counted separately. */
  device: z.string().max(200).optional(),
})
type LoginRequest = z.output<typeof LoginRequest>

/**
 * INVALID_CREDENTIALS; after the right password ACCOUNT_INACTIVE, ACCOUNT_NOT_VERIFIED, which sends a code, or
 * SECOND_FACTOR_REQUIRED with a `challenge` for `enterSecondFactor`; FORBIDDEN for the password of the demo from another
 * machine.
 */
export const login = endpoint(calls.login, {
  summary: 'Sign in with username or e-mail',
  access: 'anyone',
  body: LoginRequest,
  reply: reply(Tokens.extend({ user: User, is_staff: z.boolean(), device: z.string() })),
})

/**
 * UNAUTHENTICATED for a token that is unknown, expired or was used before. A session that a browser with Fetch-Metadata
 * opened also needs the browser's cookie, from a page of the shop (decision 0024).
 */
export const refreshTokens = endpoint(calls.refreshTokens, {
  summary: 'Exchange a refresh token for a new pair; reuse of an old one ends the session',
  access: 'anyone',
  body: z.object({ refresh: z.string('Falta el token').max(200) }),
  reply: reply(Tokens),
})

/** Succeeds for unknown tokens too. */
export const logout = endpoint(calls.logout, {
  summary: 'End the session of the refresh token (or of the bearer)',
  access: 'anyone',
  body: z.object({ refresh: z.string().max(200).optional() }),
  reply: reply(Nothing),
  status: 204,
})

/** The account behind the access token. */
export const getProfile = endpoint(calls.getProfile, {
  summary: 'The account of the caller',
  access: 'customer',
  reply: reply(User),
})

/**
 * Names and Instagram, by the rules of `profileErrors`; or, with `verification_code`, the second half of a change of
 * address. Without a code only the current `email` is accepted.
 */
export const ProfileUpdate = z.object({
  first_name: Name.optional(),
  last_name: line(NAME_LENGTH, LAST_NAME).optional(),
  instagram: line(60, 'El instagram').nullable().optional(),
  email: Email.optional(),
  verification_code: z.string().max(20).optional(),
})
export type ProfileUpdate = z.output<typeof ProfileUpdate>

/** A change of address ends every session of the account; `tokens` are of a new one. */
export const ChangedProfile = User.extend({ tokens: Tokens.optional() })
export type ChangedProfile = z.output<typeof ChangedProfile>

/** WRONG_CODE; DUPLICATE when another account has the address. */
export const updateProfile = endpoint(calls.updateProfile, {
  summary:
    'Change names, or the e-mail with the code sent to it; a new address ends every session and opens one',
  access: 'customer',
  body: ProfileUpdate,
  reply: reply(ChangedProfile),
})

/** The caller's rights, read from the database at each call. */
export const verifyPermissions = endpoint(calls.verifyPermissions, {
  summary: 'The role and rights of the caller',
  access: 'customer',
  reply: reply(
    z.object({
      user_id: z.int(),
      username: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      is_staff: z.boolean(),
      is_superuser: z.boolean(),
      role: z.enum(ROLES).nullable(),
      permissions: Permissions,
    }),
  ),
})

const Message = z.object({ message: z.string() })

/** WRONG_CODE, the same for a wrong code, an expired one and an unknown address (decision 0019). */
export const verifyEmail = endpoint(calls.verifyEmail, {
  summary: 'Confirm the address of an account with its code',
  access: 'anyone',
  body: z.object({ email: Email, code: Code }),
  reply: reply(Message),
})

/** TOO_MANY_REQUESTS for one address within a minute of its last link, above 3 an hour or 5 a day; above 50 a day in all. */
export const requestRecovery = endpoint(calls.requestRecovery, {
  summary: 'Mail a link that sets a new password; the answer is the same for every address',
  access: 'anyone',
  body: z.object({ email: Email }),
  reply: reply(Message),
  status: 202,
})

/** CONFLICT for a link that is used, older than 15 minutes or unknown; VALIDATION under `new_password` or `password2`. */
export const finishRecovery = endpoint(calls.finishRecovery, {
  summary: 'Set the password by the token of a mailed link; ends every session of the account',
  access: 'anyone',
  body: z
    .object({
      token: z.string(LINK_USED).max(200),
      new_password: NewPassword,
      /** Must equal the address sent to `updateProfile`. */
      password2: z.string(PASSWORDS_DIFFER).max(200).optional(),
    })
    .refine(({ new_password, password2 = new_password }) => new_password === password2, {
      path: ['password2'],
      message: PASSWORDS_DIFFER,
    }),
  reply: reply(Message.extend({ username: z.string(), device: z.string() })),
})

/** TOO_MANY_REQUESTS within a minute of the last code, and above 5 an hour or 10 a day. */
export const resendVerification = endpoint(calls.resendVerification, {
  summary: 'Send a new code; the answer is the same for every address',
  access: 'anyone',
  body: z.object({ email: Email }),
  reply: reply(Message),
})

/** WRONG_PASSWORD; WRONG_CODE; PROOF_REQUIRED without `code`. An address that is taken gets the same answer and no code. */
export const verifyChange = endpoint(calls.verifyChange, {
  summary: 'Ask for a code to the new address; needs the current password',
  access: 'customer',
  body: z.object({
    type: z.string().max(40).optional(),
    purpose: z.string().max(40).optional(),
    new_email: Email,
    password: TypedPassword,
    /** Of the second factor, if the account has one and was not proved in the last 14 minutes. */
    code: FactorCode.optional(),
  }),
  reply: reply(Message),
})

/** WRONG_PASSWORD; VALIDATION under `new_password`. */
export const changePassword = endpoint(calls.changePassword, {
  summary: 'Change the password; ends every session of the account and opens one',
  access: 'customer',
  body: z.object({ old_password: TypedPassword, new_password: NewPassword }),
  reply: reply(Message.extend({ tokens: Tokens })),
})

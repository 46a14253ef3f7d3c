import { z } from 'zod'
import { endpoint, Nothing, reply } from './endpoint.ts'
import { CODE_DIGITS, NAME_LENGTH, PASSWORD_MAX } from './limits.ts'
import { passwordError } from './password.ts'
import { Email, line } from './text.ts'

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
  /** The last phone this customer ordered with: ten digits, or empty. Fills the recipient form. */
  phone: z.string(),
  created_at: z.iso.datetime(),
  permissions: z.object({ can_access_admin: z.boolean() }),
})
export type User = z.output<typeof User>

export const Tokens = z.object({ access: z.string(), refresh: z.string() })

/** A password is taken as typed: never trimmed, never changed. */
const TypedPassword = z
  .string('La contraseña es requerida')
  .min(1, 'La contraseña es requerida')
  .max(PASSWORD_MAX, 'La contraseña no puede superar los 128 caracteres')

export const NewPassword = TypedPassword.superRefine((password, context) => {
  const error = passwordError(password)
  if (error) context.addIssue({ code: 'custom', message: error })
})

/** Six digits; spaces and hyphens that people paste are dropped. */
export const Code = z
  .string('El código es requerido')
  .max(20, 'El código debe tener 6 dígitos')
  .transform((code) => code.replace(/[\s-]/g, ''))
  .refine((code) => code.length === CODE_DIGITS && /^\d+$/.test(code), 'El código debe tener 6 dígitos')

export const LoginRequest = z.object({
  // A name or a password that is too short is a wrong one, and answered as such; the form says so before.
  username_or_email: line(254, 'El usuario o email').min(1, 'El usuario o email es requerido'),
  password: TypedPassword.min(1, 'La contraseña es requerida'),
  /** What an earlier login from this browser answered as `device`: its failures are counted apart. */
  device: z.string().max(200).optional(),
})
export type LoginRequest = z.output<typeof LoginRequest>

export const login = endpoint('POST', '/auth/login/', {
  summary: 'Sign in with username or e-mail',
  access: 'anyone',
  body: LoginRequest,
  reply: reply(Tokens.extend({ user: User, is_staff: z.boolean(), device: z.string() })),
})

export const refreshTokens = endpoint('POST', '/auth/token/refresh/', {
  summary: 'Exchange a refresh token for a new pair; reuse of an old one ends the session',
  access: 'anyone',
  body: z.object({ refresh: z.string('Falta el token').max(200) }),
  reply: reply(Tokens),
})

export const logout = endpoint('POST', '/auth/logout/', {
  summary: 'End the session of the refresh token (or of the bearer)',
  access: 'anyone',
  body: z.object({ refresh: z.string().max(200).optional() }),
  reply: reply(Nothing),
  status: 204,
})

export const getProfile = endpoint('GET', '/auth/profile/', {
  summary: 'The account of the caller',
  access: 'customer',
  reply: reply(User),
})

/**
 * Either profile fields, or `{email, verification_code}` to finish a change of address. Which one it is depends on
 * `verification_code`: without it an `email` equal to the current one is allowed and a new one refused.
 */
export const ProfileUpdate = z.object({
  first_name: line(NAME_LENGTH, 'El nombre').optional(),
  last_name: line(NAME_LENGTH, 'El apellido').optional(),
  instagram: line(60, 'El instagram').nullable().optional(),
  email: Email.optional(),
  verification_code: z.string().max(20).optional(),
})
export type ProfileUpdate = z.output<typeof ProfileUpdate>

export const updateProfile = endpoint('PUT', '/auth/profile/', {
  summary: 'Change names, or the e-mail with the code sent to it',
  access: 'customer',
  body: ProfileUpdate,
  reply: reply(User),
})

export const verifyPermissions = endpoint('GET', '/auth/verify-permissions/', {
  summary: 'What the caller may do',
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
      permissions: z.object({ can_access_admin: z.boolean() }),
    }),
  ),
})

const Message = z.object({ message: z.string() })

export const verifyEmail = endpoint('POST', '/auth/verify-email/', {
  summary: 'Confirm the address of an account with its code',
  access: 'anyone',
  body: z.object({ email: Email, code: Code }),
  reply: reply(Message),
})

export const resendVerification = endpoint('POST', '/auth/resend-verification/', {
  summary: 'Send a new code; the answer is the same for every address',
  access: 'anyone',
  body: z.object({ email: Email }),
  reply: reply(Message),
})

export const verifyChange = endpoint('POST', '/auth/verify-change/', {
  summary: 'Ask for a code to the new address; needs the current password',
  access: 'customer',
  body: z.object({
    type: z.string().max(40).optional(),
    purpose: z.string().max(40).optional(),
    new_email: Email,
    password: TypedPassword,
  }),
  reply: reply(Message),
})

export const changePassword = endpoint('POST', '/auth/change-password/', {
  summary: 'Change the password; ends all other sessions',
  access: 'customer',
  body: z.object({ old_password: TypedPassword, new_password: NewPassword }),
  reply: reply(Message),
})

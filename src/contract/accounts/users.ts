import { z } from 'zod'
import * as calls from './calls.ts'
import { FactorCode, NewPassword, TypedPassword, User } from './auth.ts'
import { endpoint, listOf, Nothing, reply, textReply } from '../endpoint.ts'
import { LAST_NAME, USERNAME, USERNAME_CHARACTERS, USERNAME_PATTERN } from './account-rules.ts'
import { EMAIL_LENGTH, NAME_LENGTH, USERNAME_MAX, USERNAME_MIN } from '../limits.ts'
import { OrdersOfAccount } from '../orders/orders.ts'
import { PASSWORD_REQUIRED, PASSWORDS_DIFFER } from './password.ts'
import { ROLES } from './roles.ts'
import { tooShort } from '../sentences.ts'
import { Email, Flag, IdParams, line, PageQuery, queryText, RequiredName, requiredLine } from '../text.ts'

/** Unknown values are ignored. `staff` is `admin`, `user` is `customer`. */
export const UserQuery = PageQuery.extend({
  /** Words of username, name and surname in any order, or a phone. */
  username: queryText(100),
  email: queryText(EMAIL_LENGTH),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  user_type: z.enum(['admin', 'customer', 'staff', 'user']).optional().catch(undefined),
})
export type UserQuery = z.output<typeof UserQuery>

/** Newest first; with `email`, an exact match comes first. */
export const listUsers = endpoint(calls.listUsers, {
  summary: 'Accounts, filtered',
  access: 'admin',
  needs: 'customers_read',
  query: UserQuery,
  reply: listOf(reply(User)),
})

export const downloadUsers = endpoint(calls.downloadUsers, {
  summary: 'Accounts as a sheet (CSV with ; and a byte order mark), with the filters of the list',
  access: 'admin',
  needs: 'customers_read',
  query: UserQuery,
  reply: textReply('text/csv; charset=utf-8'),
})

/** Orders are newest first: one page, as in `listMyOrders`, if the query asks for one, else at most 100. */
export const getUser = endpoint(calls.getUser, {
  summary: 'One account with its orders',
  access: 'admin',
  needs: 'customers_read',
  params: IdParams,
  query: PageQuery,
  reply: reply(OrdersOfAccount.extend({ user: User })),
})

/** Either `is_active`, or `role` with the caller's own password. `role: null` makes the account a customer. */
const UserChange = z
  .object({
    is_active: Flag.optional(),
    role: z.enum(ROLES, 'El rol no es válido').nullable().optional(),
    password: TypedPassword.optional(),
    /** Of the caller's second factor. */
    code: FactorCode.optional(),
  })
  .refine(({ is_active, role }) => is_active !== undefined || role !== undefined, {
    path: ['is_active'],
    error: 'Debe ser verdadero o falso',
  })
  .refine(({ is_active, role }) => is_active === undefined || role === undefined, {
    path: ['role'],
    error: 'El rol y el estado se cambian por separado',
  })
  .refine(({ role, password }) => role === undefined || password !== undefined, {
    path: ['password'],
    error: PASSWORD_REQUIRED,
  })

/**
 * FORBIDDEN for the caller's own account; PROOF_REQUIRED unless the caller proved themselves in the last 14 minutes;
 * WRONG_PASSWORD, WRONG_CODE; CONFLICT when no active owner would be left.
 */
export const patchUser = endpoint(calls.patchUser, {
  summary:
    'Activate or deactivate an account, or give it a role; a new role and deactivation end its sessions. Never oneself',
  access: 'admin',
  params: IdParams,
  body: UserChange,
  reply: reply(User),
})

/** FORBIDDEN for the caller's own account; PROOF_REQUIRED as above. */
export const deleteUser = endpoint(calls.deleteUser, {
  summary:
    'Remove an account and its personal data; pending orders are cancelled, others kept without a name',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** PROOF_REQUIRED as above; CONFLICT for a deactivated account; TOO_MANY_REQUESTS within a minute of the last one. */
export const sendRecoveryLink = endpoint(calls.sendRecoveryLink, {
  summary: 'Mail the account a link that sets a new password',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/**
 * For somebody who lost their telephone and their recovery codes. Ends the account's sessions, and tells it by mail. FORBIDDEN
 * for the caller's own account; PROOF_REQUIRED as above; CONFLICT when the account has none.
 */
export const removeUserFactor = endpoint(calls.removeUserFactor, {
  summary: 'Remove the second factor of an account; never oneself',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** An account made by an admin. */
export const NewUser = z
  .object({
    first_name: RequiredName,
    last_name: requiredLine(NAME_LENGTH, LAST_NAME),
    username: line(USERNAME_MAX, USERNAME)
      .min(USERNAME_MIN, tooShort(USERNAME, USERNAME_MIN))
      .regex(USERNAME_PATTERN, USERNAME_CHARACTERS),
    email: Email,
    password: NewPassword,
    password2: z.string(PASSWORDS_DIFFER).max(200),
    instagram: line(60, 'El instagram')
      .nullish()
      .transform((handle) => handle?.replace(/^@/, '') || null),
    /** True: the address is known to be correct. False: a code is sent to it. */
    email_verified: z.boolean().default(false),
    /** Null makes a customer. */
    role: z.enum(ROLES, 'El rol no es válido').nullable().default(null),
  })
  .refine((user) => user.password === user.password2, {
    path: ['password2'],
    message: PASSWORDS_DIFFER,
  })
export type NewUser = z.output<typeof NewUser>

/** DUPLICATE, with a text under `username` or `email`; with a role PROOF_REQUIRED as above. */
export const createUser = endpoint(calls.createUser, {
  summary: 'Create an account, of a customer or with a role',
  access: 'admin',
  body: NewUser,
  reply: reply(User),
  status: 201,
})

/** The same calls under the path that older clients use. */
export const userAliases = {
  listUsers: { ...listUsers, path: '/users/' },
  getUser: { ...getUser, path: '/users/:id/' },
  patchUser: { ...patchUser, path: '/users/:id/' },
  deleteUser: { ...deleteUser, path: '/users/:id/' },
}

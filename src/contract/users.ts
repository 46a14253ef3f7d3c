import { z } from 'zod'
import { NewPassword, User } from './auth.ts'
import { endpoint, listOf, Nothing, reply } from './endpoint.ts'
import { NAME_LENGTH, USERNAME_MAX, USERNAME_MIN } from './limits.ts'
import { Order } from './orders.ts'
import { Email, IdParams, line, PageQuery, queryText } from './text.ts'

export const UserQuery = PageQuery.extend({
  /** Looks in username, name and surname. */
  username: queryText(100),
  email: queryText(254),
  status: z.enum(['active', 'inactive']).optional().catch(undefined),
  user_type: z.enum(['admin', 'customer', 'staff', 'user']).optional().catch(undefined),
})
export type UserQuery = z.output<typeof UserQuery>

export const listUsers = endpoint('GET', '/auth/users/', {
  summary: 'Accounts, filtered',
  access: 'admin',
  query: UserQuery,
  reply: listOf(reply(User)),
})

export const getUser = endpoint('GET', '/auth/users/:id/', {
  summary: 'One account with its orders',
  access: 'admin',
  params: IdParams,
  reply: reply(z.object({ user: User, orders: z.array(Order) })),
})

export const patchUser = endpoint('PATCH', '/auth/users/:id/', {
  summary: 'Activate or deactivate; deactivation ends the sessions. Never oneself, never the last admin',
  access: 'admin',
  params: IdParams,
  body: z.object({ is_active: z.boolean('Debe ser verdadero o falso') }),
  reply: reply(User),
})

export const deleteUser = endpoint('DELETE', '/auth/users/:id/', {
  summary:
    'Remove an account and its personal data; pending orders are cancelled, others kept without a name',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

export const NewUser = z
  .object({
    first_name: line(NAME_LENGTH, 'El nombre').min(1, 'El nombre es requerido'),
    last_name: line(NAME_LENGTH, 'El apellido').min(1, 'El apellido es requerido'),
    username: line(USERNAME_MAX, 'El usuario')
      .min(USERNAME_MIN, 'El usuario debe tener al menos 3 caracteres')
      .regex(/^[A-Za-z0-9_]*$/, 'El usuario solo puede tener letras, números y guiones bajos'),
    email: Email,
    password: NewPassword,
    password2: z.string('Las contraseñas no coinciden').max(200),
    instagram: line(60, 'El instagram')
      .nullish()
      .transform((handle) => handle?.replace(/^@/, '') || null),
    /** Ticked by the admin when the address is known to be right; else the account starts unverified. */
    email_verified: z.boolean().default(false),
  })
  .refine((user) => user.password === user.password2, {
    path: ['password2'],
    message: 'Las contraseñas no coinciden',
  })
export type NewUser = z.output<typeof NewUser>

export const createUser = endpoint('POST', '/auth/admin/create-user/', {
  summary: 'Create a customer account',
  access: 'admin',
  body: NewUser,
  reply: reply(User),
  status: 201,
})

/** Older clients name the same calls `/users/`. */
export const userAliases = {
  listUsers: { ...listUsers, path: '/users/' },
  getUser: { ...getUser, path: '/users/:id/' },
  patchUser: { ...patchUser, path: '/users/:id/' },
  deleteUser: { ...deleteUser, path: '/users/:id/' },
}

import type { User } from '../../contract/accounts/auth.ts'
import { ROLE_LABEL } from '../../contract/accounts/roles.ts'
import type * as contract from '../../contract/accounts/users.ts'
import { listUsers as listCall } from '../../contract/accounts/users.ts'
import { type Columns, csvDay, neutral, sheetOfPages } from '../csv.ts'
import type { InputOf } from '../http/input.ts'
import { listUsers } from './users.ts'

const yesNo = (is: boolean) => (is ? 'sí' : 'no')

const COLUMNS: Columns<User> = {
  ID: ({ id }) => String(id),
  Usuario: ({ username }) => neutral(username),
  Nombre: ({ first_name }) => neutral(first_name),
  Apellido: ({ last_name }) => neutral(last_name),
  Email: ({ email }) => neutral(email),
  'Email verificado': ({ email_verified }) => yesNo(email_verified),
  Teléfono: ({ phone }) => neutral(phone),
  Instagram: ({ instagram }) => neutral(instagram ?? ''),
  Rol: ({ role }) => (role === null ? 'Cliente' : ROLE_LABEL[role]),
  Activa: ({ is_active }) => yesNo(is_active),
  Alta: ({ created_at }) => csvDay(created_at),
}

export function downloadUsers({ shop, query }: InputOf<typeof contract.downloadUsers>) {
  return sheetOfPages(COLUMNS, (paging) => listUsers({ shop, query: { ...query, ...paging } }, listCall.path))
}

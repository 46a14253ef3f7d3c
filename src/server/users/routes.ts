import * as ownData from '../../contract/accounts/own-data.ts'
import * as contract from '../../contract/accounts/users.ts'
import type { Api } from '../http/api.ts'
import { on, onParts } from '../http/on.ts'
import { removeFactorOfUser, sendRecoveryLink, startOwnPasskey } from '../auth/auth.ts'
import { changeUser } from './change-user.ts'
import { getMyData } from './person-data.ts'
import { closeAccount, deleteUser, type RemovalHook } from './remove-person.ts'
import { downloadUsers } from './user-sheet.ts'
import { createUser, getUser, type ListOrdersOf, listUsers } from './users.ts'

/** Functions of rooms that this room may not import. */
interface OtherRooms {
  listOrdersOf: ListOrdersOf
  removalHooks: Record<string, RemovalHook>
}

/** Each call has two addresses: `/auth/users/` and `/users/`. */
export function userRoutes(api: Api, { listOrdersOf, removalHooks }: OtherRooms): void {
  on(api, ownData.getMyData, getMyData, { file: 'mis-datos.json' })
  on(api, ownData.startClosing, startOwnPasskey)
  on(api, ownData.closeAccount, (input) => closeAccount(input, removalHooks), { bindsSession: true })
  on(api, contract.createUser, createUser)
  on(api, contract.sendRecoveryLink, sendRecoveryLink)
  on(api, contract.removeUserFactor, removeFactorOfUser)
  onParts(api, contract.downloadUsers, downloadUsers, { file: 'usuarios.csv' })
  for (const calls of [contract, contract.userAliases]) {
    on(api, calls.listUsers, (input) => listUsers(input, calls.listUsers.path))
    on(api, calls.getUser, (input) => getUser(input, { listOrdersOf, path: calls.getUser.path }))
    on(api, calls.patchUser, changeUser)
    on(api, calls.deleteUser, (input) => deleteUser(input, removalHooks))
  }
}

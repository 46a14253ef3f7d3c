import * as ownData from '../../contract/accounts/own-data.ts'
import * as contract from '../../contract/accounts/users.ts'
import type { Api } from '../http/api.ts'
import { on, onParts } from '../http/on.ts'
import { removeFactorOfUser, sendRecoveryLink, startOwnPasskey } from '../auth/auth.ts'
import { changeUser } from './change-user.ts'
import { getMyData } from './person-data.ts'
import { closeAccount, deleteUser, type RemovalHook } from './remove-person.ts'
import { downloadUsers } from './user-sheet.ts'
import { createUser, getUser, listUsers } from './users.ts'

/** Functions of rooms that this room may not import. */
interface OtherRooms {
  listOrdersOf: Parameters<typeof getUser>[1]
  removalHooks: Record<string, RemovalHook>
}

/** Each call has two addresses: `/auth/users/` and `/users/`. */
export function userRoutes(api: Api, { listOrdersOf, removalHooks }: OtherRooms): void {
  on(api, ownData.getMyData, ({ shop, user }) => getMyData(shop, user), { file: 'mis-datos.json' })
  on(api, ownData.startClosing, ({ shop, user }) => startOwnPasskey(shop, user))
  on(
    api,
    ownData.closeAccount,
    async ({ shop, user, body, http }) => {
      await closeAccount(shop, removalHooks, user, body)
      if (http.browser && http.browser.keys.length > 0) http.browser.forget()
      return {}
    },
    { bindsSession: true },
  )
  on(api, contract.createUser, ({ shop, user, body }) => createUser(shop, user, body))
  on(api, contract.sendRecoveryLink, async ({ shop, user, params }) => {
    await sendRecoveryLink(shop, user, params.id)
    return {}
  })
  on(api, contract.removeUserFactor, async ({ shop, user, params }) => {
    await removeFactorOfUser(shop, user, params.id)
    return {}
  })
  onParts(api, contract.downloadUsers, ({ shop, query }) => downloadUsers(shop, query), {
    file: 'usuarios.csv',
  })
  for (const calls of [contract, contract.userAliases]) {
    on(api, calls.listUsers, ({ shop, query }) => listUsers(shop, query, calls.listUsers.path))
    on(api, calls.getUser, ({ shop, params: { id }, query }) =>
      getUser(shop, listOrdersOf, { id, query, path: calls.getUser.path.replace(':id', String(id)) }),
    )
    on(api, calls.patchUser, ({ shop, user, params, body }) => changeUser(shop, user, params.id, body))
    on(api, calls.deleteUser, async ({ shop, user, params }) => {
      await deleteUser(shop, removalHooks, user, params.id)
      return {}
    })
  }
}

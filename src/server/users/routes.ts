import * as contract from '../../contract/users.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { createUser, deleteUser, getUser, listUsers, setUserActive, type UserDoors } from './users.ts'

/** Both names of the same calls: `/auth/users/` and `/users/`. */
export function userRoutes(api: Api, doors: UserDoors): void {
  on(api, contract.createUser, ({ shop, user, body }) => createUser(shop, user, body))
  for (const calls of [contract, contract.userAliases]) {
    on(api, calls.listUsers, ({ shop, query }) => listUsers(shop, query, calls.listUsers.path))
    on(api, calls.getUser, ({ shop, params }) => getUser(shop, doors, params.id))
    on(api, calls.patchUser, ({ shop, user, params, body }) =>
      setUserActive(shop, user, params.id, body.is_active),
    )
    on(api, calls.deleteUser, async ({ shop, user, params }) => {
      await deleteUser(shop, doors, user, params.id)
      return {}
    })
  }
}

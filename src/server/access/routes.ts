import * as contract from '../../contract/accounts/access.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { openApproved, readAccessState } from './access-state.ts'
import { decideAccess, listAccessRequests } from './access.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { askForAccess, verifyAccess } from './request-access.ts'

export function accessRoutes(api: Api): void {
  on(api, contract.askForAccess, ({ shop, body, http }) => askForAccess(shop, body, http.address))
  on(api, contract.verifyAccess, ({ shop, body, http }) => verifyAccess(shop, body, http.address))
  on(api, contract.readAccessState, ({ shop, body }) => readAccessState(shop, body))
  on(api, contract.openApproved, ({ shop, body }) => openApproved(shop, body))
  on(api, contract.listAccessRequests, ({ shop, query }) => listAccessRequests(shop, query), { polled: true })
  on(api, contract.decideAccess, ({ shop, user, params, body }) => decideAccess(shop, user, params.id, body))
  on(api, contract.invite, ({ shop, user, body, http }) => invite(shop, user, body, http.idempotencyKey))
  on(api, contract.listInvitations, ({ shop, query }) => listInvitations(shop, query), { polled: true })
  on(api, contract.revokeInvitation, async ({ shop, user, params }) => {
    await revokeInvitation(shop, user, params.id)
    return {}
  })
  on(api, contract.readInvitation, ({ shop, body }) => readInvitation(shop, body))
  on(api, contract.acceptInvitation, ({ shop, body, http }) => acceptInvitation(shop, body, http.browser), {
    bindsSession: true,
    lenient: true,
  })
}

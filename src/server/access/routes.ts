import * as contract from '../../contract/accounts/access.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { openApproved, readAccessState } from './access-state.ts'
import { decideAccess, listAccessRequests } from './access.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { askForAccess, verifyAccess } from './request-access.ts'

export function accessRoutes(api: Api): void {
  on(api, contract.askForAccess, askForAccess)
  on(api, contract.verifyAccess, verifyAccess)
  on(api, contract.readAccessState, readAccessState)
  on(api, contract.openApproved, openApproved)
  on(api, contract.listAccessRequests, listAccessRequests, { polled: true })
  on(api, contract.decideAccess, decideAccess)
  on(api, contract.invite, invite)
  on(api, contract.listInvitations, listInvitations, { polled: true })
  on(api, contract.revokeInvitation, revokeInvitation)
  on(api, contract.readInvitation, readInvitation)
  on(api, contract.acceptInvitation, acceptInvitation, { bindsSession: true, lenient: true })
}

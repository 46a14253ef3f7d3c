import * as replacement from '../../contract/warranty/replacement.ts'
import * as contract from '../../contract/warranty/warranty.ts'
import type { Api } from '../http/api.ts'
import { checkUploadsLeft } from '../files/uploads.ts'
import { on, onParts } from '../http/on.ts'
import { changeClaim } from './change-claim.ts'
import { downloadClaims } from './claim-sheet.ts'
import { fileClaim } from './file-claim.ts'
import { replaceClaimed } from './replace-claimed.ts'
import { countClaimsByStatus, getClaim, listClaims } from './warranty.ts'

export function warrantyRoutes(api: Api): void {
  on(
    api,
    contract.fileClaim,
    ({ shop, user, body, files, http }) => fileClaim(shop, user, body, http, files),
    {
      before: ({ shop, user, http }) => checkUploadsLeft(shop, { user, address: http.address }),
    },
  )
  on(api, contract.listClaims, ({ shop, user, query }) => listClaims(shop, user, query), { polled: true })
  onParts(api, contract.downloadClaims, ({ shop, user, query }) => downloadClaims(shop, user, query), {
    file: 'reclamos.csv',
  })
  on(api, contract.countClaims, ({ shop }) => countClaimsByStatus(shop), { polled: true })
  on(api, contract.getClaim, ({ shop, user, params }) => getClaim(shop, user, params.id))
  on(api, replacement.replaceClaimed, ({ shop, user, params, body, http }) =>
    replaceClaimed(shop, user, { id: params.id, replacement: body, key: http.idempotencyKey }),
  )
  on(api, contract.changeClaim, ({ shop, user, params, body }) => changeClaim(shop, user, params.id, body))
}

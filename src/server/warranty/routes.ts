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
  on(api, contract.fileClaim, fileClaim, {
    before: ({ shop, user, address }) => checkUploadsLeft(shop, { user, address }),
  })
  on(api, contract.listClaims, listClaims, { polled: true })
  onParts(api, contract.downloadClaims, downloadClaims, { file: 'reclamos.csv' })
  on(api, contract.countClaims, countClaimsByStatus, { polled: true })
  on(api, contract.getClaim, getClaim)
  on(api, replacement.replaceClaimed, replaceClaimed)
  on(api, contract.changeClaim, changeClaim)
}

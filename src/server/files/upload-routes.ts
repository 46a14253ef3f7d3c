import * as contract from '../../contract/uploads.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { checkUploadsLeft, uploadPicture } from './uploads.ts'

export function uploadRoutes(api: Api): void {
  on(
    api,
    contract.uploadPicture,
    ({ shop, user, body, files, address }) =>
      uploadPicture(shop, { preset: body.upload_preset, file: files[0] }, { user, address }),
    { before: ({ shop, user, address }) => checkUploadsLeft(shop, { user, address }) },
  )
}

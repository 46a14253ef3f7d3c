import { queryOptions } from '@tanstack/react-query'
import { listPasskeys } from '../../../../contract/accounts/calls.ts'
import { call } from '../../../data/api.ts'
import { audienceKey, type Session } from '../../../session/session.ts'

/** The passkeys of the account. */
export const ownPasskeys = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'passkeys'],
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
  })

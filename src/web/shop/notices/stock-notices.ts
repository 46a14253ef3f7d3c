import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dropStockNotice, listStockNotices, requestStockNotice } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { audienceKey, type Session } from '../../session/session.ts'
import { announce } from '../../ui/announcer.tsx'

/** The restock notices of the account. */
export const stockNotices = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'stock-notices'],
    queryFn: async ({ signal }) => (await call(listStockNotices, { signal })).results,
  })

export const WILL_TELL = 'Te vamos a avisar por email'
export const TELL_ME = 'Avisarme cuando vuelva'
export const STOP_TELLING = 'Dejar de avisarme'

/** Adds and removes notices, one request at a time. */
export function useNoticeChange(session: Session | null) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const [failure, setFailure] = useState('')
  const run = async (blister: number, work: () => Promise<unknown>, done: string) => {
    if (busy !== undefined) return
    setBusy(blister)
    setFailure('')
    try {
      await work()
      await client.invalidateQueries(stockNotices(session))
      announce(done)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    failure,
    ask: (blister_id: number) =>
      void run(blister_id, () => call(requestStockNotice, { body: { blister_id } }), WILL_TELL),
    drop: (id: number) => void run(id, () => call(dropStockNotice, { params: { id } }), 'Ya no te avisamos'),
  }
}

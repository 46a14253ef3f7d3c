import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAIL_STATES, type MailState } from '../../../contract/messages/mail-kinds.ts'
import type { SentMail } from '../../../contract/messages/mails.ts'
import { MAX_ID } from '../../../contract/limits.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { readPage } from '../kit/read-page.ts'
import { adminKey } from '../shell/admin-key.ts'
import { todoQueues } from '../todo/todo-query.ts'

export const MAILS_PAGE_SIZE = 20
const REFRESH_MS = 15_000

export type MailList = AnswerOf<'listMails'>

/** Parameters of the screen's address. Mails of one order are shown in any state by default. */
export interface MailFilter {
  state: MailState | undefined
  orderId: number | undefined
  page: number
}

export function readMailFilter(params: URLSearchParams): MailFilter {
  const chosen = params.get('estado')
  const state = MAIL_STATES.find((known) => known === chosen)
  const order = Number(/^\d{1,10}$/.exec(params.get('pedido') ?? '')?.[0])
  const orderId = order >= 1 && order <= MAX_ID ? order : undefined
  return { state: state ?? (orderId === undefined ? 'waiting' : undefined), orderId, page: readPage(params) }
}

export function mailParams({ state, orderId, page }: MailFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (orderId !== undefined) params.set('pedido', String(orderId))
  if (state !== undefined && (state !== 'waiting' || orderId !== undefined)) params.set('estado', state)
  if (page > 1) params.set('page', String(page))
  return params
}

const mailsKey = () => adminKey('admin-mails')

export const mailList = ({ state, orderId, page }: MailFilter) => {
  const query = { page, page_size: MAILS_PAGE_SIZE, state, order_id: orderId }
  return queryOptions({
    queryKey: [...mailsKey(), query],
    queryFn: ({ signal }) => call('listMails', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  })
}

export function belongs(mail: SentMail, { state }: MailFilter): boolean {
  return state === undefined || mail.state === state
}

/** Refetches mails and work queues after an action. */
export function refetchMails(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: mailsKey() })
  void client.invalidateQueries({ queryKey: todoQueues().queryKey })
}

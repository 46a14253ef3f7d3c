import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentMail } from '../../../contract/messages/mails.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { withReason } from '../kit/problem.tsx'
import { sendOnce } from '../../data/send-once.ts'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { refetchMails } from './mails-query.ts'

export type MailAction = 'retry' | 'resend' | 'settle'

/** The key of a mail sent again, kept until the outcome is known. */
const attempt = tabAttempt('resendAttempt', 'userId')

const SEND: Record<MailAction, (id: number) => Promise<unknown>> = {
  retry: (id) => call('retryMail', { params: { id } }),
  resend: (id) =>
    sendOnce(attempt, { id }, (idempotencyKey) => call('resendMail', { params: { id }, idempotencyKey })),
  settle: (id) => call('settleMail', { params: { id } }),
}

const WORDS: Record<MailAction, { done: string; failed: string }> = {
  retry: { done: 'vuelve a salir', failed: 'Error al reintentar el email' },
  resend: { done: 'reenviado a la dirección de hoy', failed: 'Error al reenviar el email' },
  settle: { done: 'dado por resuelto', failed: 'Error al dar el email por resuelto' },
}

/** Actions on a mail; `drop` removes it from the list that it leaves. */
export function useMailActions(drop: (id: number) => void) {
  const client = useQueryClient()
  const changes = useRowChanges()
  const [done, setDone] = useState('')
  const act = (action: MailAction, mail: SentMail) =>
    changes.change({
      id: mail.id,
      run: async () => {
        await SEND[action](mail.id)
        setDone(`«${mail.subject}»: ${WORDS[action].done}`)
        if (action === 'retry') drop(mail.id)
        refetchMails(client)
      },
      problemOf: (error) => {
        refetchMails(client)
        return withReason(WORDS[action].failed, error)
      },
    })
  return { act, done, changes }
}

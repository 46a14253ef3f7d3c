import { useEffect } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import { regretErrors, type TypedRegret } from '../../../contract/legal/regret-rules.ts'
import { fileRegret } from '../../../contract/legal/calls.ts'
import { tabAttempt, tabDraft } from '../../browser/drafts.ts'
import { call, Refusal } from '../../data/api.ts'
import { sendOnce, wasDoneBefore } from '../../data/send-once.ts'
import { editsOf } from '../../forms/form-state.ts'
import { useForm } from '../../forms/use-form.ts'

export const NO_REGRET = 'No se pudo enviar la solicitud'
export const SENT_BEFORE = 'La solicitud ya se había enviado'

const draft = tabDraft<Partial<TypedRegret>>('regretDraft', 'owner')
const attempt = tabAttempt('regretAttempt', 'owner', 'any request')

interface RegretOptions {
  /** Undefined for visitors, and until it is loaded. */
  account: User | undefined
  onFiled: (code: string) => void
}

export type RegretForm = ReturnType<typeof useRegret>

/** The form of a request. Typed values survive reloads, and retries are the same request. */
export function useRegret({ account, onFiled }: RegretOptions) {
  const owner = account?.id ?? null
  const known = regretOf(account)
  const form = useForm({
    base: known,
    values: { ...known, ...draft.read(owner) },
    errorsOf: regretErrors,
    idOf: (field) => `regret-${field}`,
    failed: (_text, error) =>
      error === undefined ? undefined : wasDoneBefore(error) ? SENT_BEFORE : NO_REGRET,
  })
  const { values, isDirty } = form
  useEffect(() => {
    if (isDirty) draft.keep(owner, editsOf(values, known))
    // oxlint-disable-next-line react/exhaustive-deps -- `known` depends on the account, which is the form's key
  }, [owner, isDirty, values])
  const send = async (typed: TypedRegret) => {
    // The honeypot is not part of the form state.
    const trap = document.querySelector<HTMLInputElement>('.trap')?.value
    const body = { ...typed, ...(trap && { website: trap }) }
    const file = (idempotencyKey: string, sent: typeof body) =>
      call(fileRegret, { body: sent, idempotencyKey })
    const { code } = await sendOnce(attempt, body, file, owner, sentBefore)
    draft.forget()
    onFiled(code)
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

function sentBefore(filed: { code: string } | undefined): Refusal {
  const code = filed ? `Su código es ${filed.code}. ` : ''
  const error = `${code}Lo que cambiaste después no está en esa solicitud; si la enviás otra vez, es otra solicitud.`
  return new Refusal(422, { code: 'IDEMPOTENCY_MISMATCH', error })
}

function regretOf(account: User | undefined): TypedRegret {
  const name = account ? `${account.first_name} ${account.last_name}`.trim() : ''
  return { name, email: account?.email ?? '', order_number: '' }
}

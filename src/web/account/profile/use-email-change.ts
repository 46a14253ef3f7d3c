import { useQueryClient } from '@tanstack/react-query'
import { updateProfile, verifyChange } from '../../../contract/accounts/calls.ts'
import { tabDraft } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { profile } from '../../data/queries.ts'
import { codeSent } from '../../forms/factor-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { exchangeSession, type Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { type CodeRequest, codeRequestErrors } from './profile-rules.ts'
import { sessionsChanged } from './sessions-query.ts'

export const EMAIL_CHANGED = 'Email actualizado correctamente'

const IDS: Record<string, string> = { password: 'clave-email', code: 'codigo-app', new_email: 'email-nuevo' }
const NOTHING: CodeRequest = { password: '', code: '', new_email: '' }

/** The address that a code was sent to. Kept over a reload: on a phone, reading the mail may end the tab. */
export const codeSentTo = tabDraft<string>('emailChange', 'owner')

/** The first step. The second one keeps the address but not the password. */
export function useCodeRequest({ userId }: Session, onSent: () => void) {
  const form = useForm({
    base: NOTHING,
    values: { ...NOTHING, new_email: codeSentTo.read(userId) ?? '' },
    errorsOf: codeRequestErrors,
    idOf: (field) => IDS[field] ?? field,
    failed: 'Error al solicitar verificación',
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const send = async ({ password, code, new_email }: CodeRequest) => {
    const body = { purpose: 'EMAIL_CHANGE', new_email: new_email.trim(), password, ...codeSent(code) }
    await call(verifyChange, { body })
    showToast('info', 'Código enviado al email nuevo')
    form.restart(NOTHING, { ...NOTHING, new_email })
    codeSentTo.keep(userId, new_email.trim())
    onSent()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

/** The second step: the code sent to `email`. */
export function useCodeEntry(session: Session, email: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: { code: '' },
    idOf: () => 'codigo-email',
    failed: 'Error al actualizar email',
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const confirm = async ({ code }: { code: string }) => {
    const body = { email, verification_code: code }
    const user = await exchangeSession((access) => call(updateProfile, { body, access }))
    queryClient.setQueryData(profile(session).queryKey, user)
    sessionsChanged(queryClient)
    showToast('success', EMAIL_CHANGED)
    onDone()
  }
  return { ...form, onSubmit: form.onSubmit(confirm, form.values.code === '') }
}

import { useEffect, useState } from 'react'
import { accessErrors } from '../../../contract/accounts/access-rules.ts'
import { askForAccess } from '../../../contract/accounts/calls.ts'
import { tabDraft } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { editsOf } from '../../forms/form-state.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAgreedPages } from './agreement.tsx'

export const NOT_ASKED = 'No se pudo pedir el acceso'

const NOTHING = {
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  message: '',
  adult: false,
  terms: false,
}
export type TypedRequest = typeof NOTHING

const draft = tabDraft<{ typed: TypedRequest; isSent: boolean; codeAt?: string | undefined }>(
  'accessDraft',
  'owner',
)

export function forgetRequest(): void {
  draft.forget()
}

/** The typed request, kept over reloads, and whether its code was sent. */
export function useAsking(hydrated: boolean) {
  const [isSent, setIsSent] = useState(false)
  const [codeAt, setCodeAt] = useState<string>()
  const [isRestored, setIsRestored] = useState(false)
  const pages = useAgreedPages().map(({ slug }) => slug)
  const form = useForm({
    base: NOTHING,
    errorsOf: (typed) => accessErrors(typed, pages),
    idOf: (field) => `acceso-${field}`,
    failed: NOT_ASKED,
  })
  const { values, isDirty } = form
  // The server has no draft, so it is read after hydration; what was typed by then is newer.
  if (hydrated && !isRestored) {
    const kept = fromMail() ?? draft.read(null)
    setIsRestored(true)
    setIsSent(kept?.isSent === true && !isDirty)
    setCodeAt(kept?.codeAt)
    form.restart(NOTHING, { ...NOTHING, ...kept?.typed, ...editsOf(values, NOTHING) })
  }
  useEffect(() => {
    if (isDirty && isRestored) draft.keep(null, { typed: values, isSent, codeAt })
  }, [isDirty, isRestored, values, isSent, codeAt])
  const send = async (typed: TypedRequest) => {
    setCodeAt(await sendRequest(typed))
    setIsSent(true)
  }
  return { form, isSent, codeAt, onSubmit: form.onSubmit(send), change: () => setIsSent(false) }
}

/** The link of a mail whose code had to wait: `#email=…`, at the step that asks for it. */
function fromMail(): { typed: Partial<TypedRequest>; isSent: true; codeAt?: undefined } | undefined {
  const email = new URLSearchParams(location.hash.slice(1)).get('email')
  return email === null ? undefined : { typed: { email }, isSent: true }
}

/** Resolves to when the code is mailed, if that is later. */
export async function sendRequest(typed: TypedRequest): Promise<string | undefined> {
  // The honeypot is not part of the form state.
  const trap = document.querySelector<HTMLInputElement>('.trap')?.value
  const { code_at: codeAt } = await call(askForAccess, {
    body: { ...typed, adult: true, ...(trap && { website: trap }) },
  })
  return codeAt
}

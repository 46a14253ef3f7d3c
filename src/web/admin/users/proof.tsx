import { useEffect } from 'react'
import { PASSWORD_REQUIRED } from '../../../contract/accounts/password.ts'
import { FACTOR_CODE_REQUIRED } from '../../../contract/accounts/second-factor-rules.ts'
import { proveSession } from '../../../contract/accounts/calls.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { call, Refusal } from '../../data/api.ts'
import { codeSent, FactorField } from '../../forms/factor-field.tsx'
import { FormActions } from '../../forms/form-actions.tsx'
import { OwnPassword } from '../../forms/own-password.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface Asked {
  hasFactor: boolean
  answer: (isProved: boolean) => void
}

const asked = createStore<Asked | undefined>(() => undefined)

/** Sends a call that may answer PROOF_REQUIRED: then `ProofDialog` asks for the password, and the call is repeated. */
export async function withProof<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'PROOF_REQUIRED')) throw error
    const hasFactor = error.body.errors?.['code'] !== undefined
    const isProved = await new Promise<boolean>((answer) => asked.set({ hasFactor, answer }))
    asked.set(undefined)
    if (!isProved) throw error
    return send()
  }
}

/** Render it in each screen that uses `withProof`. */
export function ProofDialog() {
  const now = useStore(asked, undefined)
  useEffect(() => () => asked.get()?.answer(false), [])
  return now ? <Proof {...now} /> : null
}

function Proof({ hasFactor, answer }: Asked) {
  const form = useForm({
    base: { password: '', code: '' },
    errorsOf: ({ password, code }) => ({
      password: password === '' ? PASSWORD_REQUIRED : undefined,
      code: hasFactor && code.trim() === '' ? FACTOR_CODE_REQUIRED : undefined,
    }),
    idOf: (field) => `prueba-${field}`,
    failed: () => undefined,
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const field = (name: 'password' | 'code') => ({ ...form.field(name), onBlur: undefined })
  const username = useSession()?.username ?? ''
  const prove = async ({ password, code }: { password: string; code: string }) => {
    await call(proveSession, { body: { password, ...codeSent(code) } })
    answer(true)
  }
  return (
    <Dialog open onClose={() => answer(false)} title="Confirmá que sos vos" busy={form.isBusy}>
      <form className="stack-4" method="post" noValidate onSubmit={form.onSubmit(prove)}>
        <p>Hace falta para lo que no se puede deshacer. Vale por 14 minutos.</p>
        <FormSummary form={form} title={form.failure?.error ? 'No se pudo confirmar' : undefined} />
        <OwnPassword label="Tu contraseña" username={username} {...field('password')} />
        {hasFactor && <FactorField {...field('code')} />}
        <FormActions
          isBusy={form.isBusy}
          submitText="Confirmar"
          busyText="Confirmando…"
          onCancel={() => answer(false)}
        />
      </form>
    </Dialog>
  )
}

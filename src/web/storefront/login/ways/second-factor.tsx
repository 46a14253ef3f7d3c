import { useState } from 'react'
import {
  FACTOR_CODE_LENGTH,
  FACTOR_WANTED,
  factorCodeError,
} from '../../../../contract/accounts/second-factor-rules.ts'
import { enterSecondFactor, type login } from '../../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../../app/page-head.tsx'
import { type AnswerOf, call, Refusal } from '../../../data/api.ts'
import { CodeField } from '../../../forms/code-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { StepHeading } from '../../../ui/step-heading.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { withDevice } from '../device-token.ts'

interface SecondFactorProps {
  /** The challenge of the refused login. */
  challenge: string
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
  /** Returns to the password, with a reason or by choice. */
  onLeave: (reason: string) => void
}

const NO_CODE = { code: '' }

/** The code of the authenticator app, or a recovery code. */
export function SecondFactor(props: SecondFactorProps) {
  const [hasLostApp, setHasLostApp] = useState(false)
  const form = useEntering(props)
  const turn = () => {
    setHasLostApp(!hasLostApp)
    form.restart()
  }
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit}>
      <UnlistedHead title="Verificación en dos pasos" />
      <StepHeading>Verificación en dos pasos</StepHeading>
      <p>{hasLostApp ? 'Ingresá uno de los códigos que guardaste. Sirve una sola vez.' : FACTOR_WANTED}</p>
      <div role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </div>
      {hasLostApp ? <RecoveryField form={form} /> : <AppField form={form} />}
      <BusyButton type="submit" className="primary large block" busy={form.isBusy}>
        Entrar
      </BusyButton>
      <button type="button" className="button secondary block" onClick={turn}>
        {hasLostApp ? 'Usar el código de la app' : 'Usar un código de recuperación'}
      </button>
      <button type="button" className="button quiet" onClick={() => props.onLeave('')}>
        Usar otra cuenta
      </button>
    </form>
  )
}

function useEntering({ challenge, onSignedIn, onLeave }: SecondFactorProps) {
  const form = useForm({
    base: NO_CODE,
    errorsOf: ({ code }) => ({ code: factorCodeError(code) }),
    idOf: () => 'segundo-paso',
    failed: 'No se pudo entrar',
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const enter = async ({ code }: typeof NO_CODE) => {
    const send = (known: { device?: string }) =>
      call(enterSecondFactor, { body: { challenge, code, ...known } })
    const answer = await withDevice(send).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 401) onLeave(error.message)
      throw error
    })
    await onSignedIn(answer)
  }
  return { ...form, onSubmit: form.onSubmit(enter) }
}

type EnteringForm = ReturnType<typeof useEntering>

function AppField({ form }: { form: EnteringForm }) {
  return (
    <CodeField className="code-field" {...form.field('code')} onChange={(code) => form.change({ code })} />
  )
}

function RecoveryField({ form }: { form: EnteringForm }) {
  return (
    <Field
      label="Código de recuperación"
      hint="Dieciséis letras y números, con o sin guiones"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={FACTOR_CODE_LENGTH}
      {...form.field('code')}
    />
  )
}

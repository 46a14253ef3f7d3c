import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import {
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../../contract/accounts/calls.ts'
import { PASSWORD_REQUIRED } from '../../../../contract/accounts/password.ts'
import { factorCodeError } from '../../../../contract/accounts/second-factor-rules.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { FactorField } from '../../../forms/factor-field.tsx'
import { OwnPassword } from '../../../forms/own-password.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { audienceKey, type Session } from '../../../session/session.ts'
import { formatDay } from '../../../shop/dates.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CardSkeleton } from '../../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AccountCard, profileField, StepForm } from '../profile-form.tsx'
import { FactorCodes, FactorSetUp, refetchRights } from './factor-set-up.tsx'
import './factor.css'

const WORDS = {
  remove: {
    title: 'Desactivar la verificación en dos pasos',
    about: 'Para entrar va a alcanzar con la contraseña.',
    button: 'Desactivar',
    done: 'La verificación en dos pasos está desactivada',
  },
  replace: {
    title: 'Cambiar de teléfono',
    about:
      'La app del teléfono anterior deja de servir. Después activá la nueva: hasta entonces el panel queda cerrado.',
    button: 'Quitar la anterior',
    done: 'La app anterior ya no sirve. Activá la nueva.',
  },
  renew: {
    title: 'Crear códigos de recuperación',
    about: 'Los códigos anteriores dejan de servir.',
    button: 'Crear códigos',
    done: '',
  },
}
type Change = keyof typeof WORDS
type Open = Change | 'set up'

const secondFactor = (session: Session) =>
  queryOptions({
    queryKey: [audienceKey(session), 'second-factor'],
    queryFn: ({ signal }) => call(readSecondFactor, { signal }),
  })

/** Whether sign-in asks for a code of an app, and the dialogs that change it. */
export function FactorCard({ session, user }: { session: Session; user: User }) {
  const { data, isError, refetch } = useQuery(secondFactor(session))
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: secondFactor(session).queryKey })
  }
  if (isError && !data)
    return <ErrorPanel title="No pudimos leer la verificación en dos pasos" onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <LoadingNote />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      </>
    )
  return (
    <AccountCard id="dos-pasos" title="Verificación en dos pasos">
      {data.confirmed_at ? (
        <On state={data} onOpen={setOpen} />
      ) : (
        <Off isRequired={data.required} onOpen={setOpen} />
      )}
      {open === 'set up' && <FactorSetUp user={user} onClose={close} />}
      {open !== undefined && open !== 'set up' && <FactorChange kind={open} user={user} onClose={close} />}
    </AccountCard>
  )
}

function Off({ isRequired, onOpen }: { isRequired: boolean; onOpen: (open: Open) => void }) {
  return (
    <>
      {isRequired && <p className="factor-few">Tu tienda la pide para usar el panel: activala acá.</p>}
      <p>
        Además de la contraseña, para entrar hace falta un código de una app del teléfono. Con la contraseña
        sola no entra nadie.
      </p>
      <div className="account-save row-3">
        <IconButton icon={ShieldCheck} text="Activar" look="primary" onClick={() => onOpen('set up')} />
      </div>
    </>
  )
}

const FEW_CODES = 3

function On({ state, onOpen }: { state: AnswerOf<typeof readSecondFactor>; onOpen: (open: Open) => void }) {
  const left = state.codes_left
  return (
    <>
      <p className="account-done icon-row strong">
        <ShieldCheck aria-hidden="true" size={22} />
        <span>{`Activada desde el ${formatDay(state.confirmed_at ?? '')}`}</span>
      </p>
      <p className={left < FEW_CODES ? 'factor-few' : undefined}>
        {left === 1 ? 'Queda 1 código' : `Quedan ${left} códigos`} de recuperación, para entrar sin el
        teléfono.
      </p>
      <div className="account-save row-3">
        <IconButton icon={KeyRound} text="Crear códigos nuevos" onClick={() => onOpen('renew')} />
        {state.required ? (
          <IconButton icon={Smartphone} text="Cambiar de teléfono" onClick={() => onOpen('replace')} />
        ) : (
          <IconButton icon={ShieldOff} text="Desactivar" onClick={() => onOpen('remove')} />
        )}
      </div>
      {state.required && <p className="account-note note">La tienda la pide a todo su equipo.</p>}
    </>
  )
}

const NOTHING = { password: '', code: '' }

/** Removes the second factor, replaces its app, or creates new recovery codes. Each needs password and code. */
function FactorChange({ kind, user, onClose }: { kind: Change; user: User; onClose: () => void }) {
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const { title, about, button, done } = WORDS[kind]
  const form = useForm({
    base: NOTHING,
    errorsOf: ({ password, code }) => ({
      password: password === '' ? PASSWORD_REQUIRED : undefined,
      code: factorCodeError(code),
    }),
    idOf: (field) => (field === 'password' ? 'clave-dos-pasos' : 'codigo-dos-pasos'),
    failed: () => undefined,
    focuses: 'field',
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const change = async (body: typeof NOTHING) => {
    if (kind === 'renew') return setCodes((await call(renewRecoveryCodes, { body })).codes)
    await call(removeSecondFactor, { body })
    if (kind === 'replace') await refetchRights(queries)
    showToast('success', done)
    return onClose()
  }
  return (
    <Dialog open onClose={onClose} title={title} busy={form.isBusy || codes !== undefined}>
      {codes ? (
        <FactorCodes codes={codes} onKept={onClose} />
      ) : (
        <StepForm
          form={{ ...form, onSubmit: form.onSubmit(change) }}
          intro={<p>{about}</p>}
          back={{ text: 'Cancelar', onPress: onClose }}
          button={{ className: kind === 'renew' ? 'primary' : 'danger', children: button }}
        >
          <OwnPassword username={user.username} {...profileField(form, 'password')} />
          <FactorField {...profileField(form, 'code')} />
        </StepForm>
      )}
    </Dialog>
  )
}

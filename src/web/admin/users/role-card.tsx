import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useRef } from 'react'
import { ROLE_HINT, ROLE_LABEL, ROLES, type Role } from '../../../contract/accounts/roles.ts'
import { PASSWORD_REQUIRED } from '../../../contract/accounts/password.ts'
import { patchUser } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { AskedFactorField, codeSent } from '../../forms/factor-field.tsx'
import { OwnPassword } from '../../forms/own-password.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { ChoiceField } from '../kit/choice-field.tsx'
import { patchUserEverywhere, type User, userSessions } from './users-query.ts'

const FAILED = 'Error al cambiar el rol'
const CUSTOMER = ''

interface RoleChange {
  role: Role | typeof CUSTOMER
  password: string
  /** Of the admin's second factor; empty until it is asked for. */
  code: string
}

/** The role of an account. A change needs the admin's password, and ends the account's sessions. */
export function RoleCard({ user }: { user: User }) {
  const form = useRoleChange(user)
  const { role } = form.values
  const field = (name: keyof RoleChange) => ({ ...form.field(name), onBlur: undefined })
  return (
    <form className="surface stack-3" aria-labelledby="user-role" noValidate onSubmit={form.onSubmit}>
      <h2 id="user-role">Rol</h2>
      <FormSummary form={form} title={FAILED} />
      <RoleField {...field('role')} />
      {role !== (user.role ?? CUSTOMER) && <Confirmation form={form} field={field} />}
    </form>
  )
}

/** Customers have no role. */
export function RoleField(field: Omit<ComponentProps<typeof SelectField>, 'label' | 'hint' | 'children'>) {
  const role = ROLES.find((one) => one === field.value)
  return (
    <ChoiceField
      label="Qué hace en la tienda"
      hint={role ? ROLE_HINT[role] : 'Compra, sin entrar a la administración'}
      {...field}
      names={ROLE_LABEL}
    >
      <option value={CUSTOMER}>Cliente</option>
    </ChoiceField>
  )
}

interface ConfirmationProps {
  form: ReturnType<typeof useRoleChange>
  field: (name: 'password' | 'code') => Omit<ReturnType<ReturnType<typeof useRoleChange>['field']>, 'onBlur'>
}

/** Asks for the acting owner's password. */
function Confirmation({ form, field }: ConfirmationProps) {
  const part = useRef<HTMLDivElement>(null)
  useFocusHandedOn(part)
  return (
    <div className="role-card-confirmation" ref={part}>
      <p className="note">Se cierran sus sesiones: tiene que volver a entrar.</p>
      <OwnPassword label="Tu contraseña" username={form.owner} {...field('password')} />
      <AskedFactorField {...field('code')} />
      <div className="admin-actions wrap-2">
        <BusyButton type="submit" busy={form.isBusy} busyText="Guardando…">
          Cambiar rol
        </BusyButton>
        <button type="button" className="button secondary" onClick={() => form.restart()}>
          Cancelar
        </button>
      </div>
    </div>
  )
}

function useRoleChange(user: User) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: user,
    valuesOf: ({ role }: User): RoleChange => ({ role: role ?? CUSTOMER, password: '', code: '' }),
    errorsOf: ({ password }) => ({ password: password === '' ? PASSWORD_REQUIRED : undefined }),
    idOf: (field) => `user-role-${field}`,
    failed: FAILED,
    fieldOfCode: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
  })
  const save = async ({ role, password, code }: RoleChange) => {
    const body = { role: role === CUSTOMER ? null : role, password, ...codeSent(code) }
    const saved = await call(patchUser, { params: { id: user.id }, body })
    patchUserEverywhere(queryClient, saved)
    void queryClient.invalidateQueries(userSessions(user.id))
    form.restart(saved)
    showToast('success', 'Rol cambiado')
  }
  return { ...form, onSubmit: form.onSubmit(save), owner: useSession()?.username ?? '' }
}

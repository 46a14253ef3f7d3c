import { queryOptions } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listUsers } from '../../../../contract/accounts/calls.ts'
import { call } from '../../../data/api.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PickField } from '../../kit/pick-field.tsx'
import { useFound } from '../../kit/use-found.ts'
import { adminKey } from '../../shell/admin-key.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { Panel } from '../../shell/panel.tsx'
import { fullName } from '../../users/user-words.tsx'
import type { User } from '../../users/users-query.ts'
import { DeliveryFields } from '../dialogs/order-fields.tsx'
import type { NewOrderForm } from './use-new-order.ts'
import { Needs } from '../../shell/rights.tsx'

interface NewCustomerProps {
  form: NewOrderForm
  onCreate: () => void
}

/** The customer: a guest, an account, or a new account. */
export function NewCustomer({ form, onCreate }: NewCustomerProps) {
  const isGuest = form.values.who === 'guest'
  return (
    <Panel title="Cliente">
      <SelectField label="De quién es" {...form.field('who')}>
        <option value="guest">Sin cuenta</option>
        <option value="account">Con cuenta</option>
      </SelectField>
      {isGuest ? <GuestFields form={form} /> : <AccountFields form={form} onCreate={onCreate} />}
      <DeliveryFields form={form} />
    </Panel>
  )
}

function GuestFields({ form }: { form: NewOrderForm }) {
  return (
    <>
      <Field label="Nombre" autoComplete="off" maxLength={100} {...form.field('name')} />
      <Field
        label="Teléfono"
        type="tel"
        optional
        autoComplete="off"
        maxLength={40}
        {...form.field('phone')}
      />
      <Field
        label="Email"
        type="email"
        optional
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
      />
    </>
  )
}

export function chooseAccount(form: NewOrderForm, user: User): void {
  const account = { id: user.id, name: fullName(user), email: user.email, can_mail: user.email_verified }
  form.change({ account, send_mail: false }, 'account')
}

function AccountFields({ form, onCreate }: NewCustomerProps) {
  const { account } = form.values
  return (
    <div id={form.idOf('account')} tabIndex={-1} className="new-order-account stack-3">
      {account && <p className="admin-name">{`${account.name} · ${account.email}`}</p>}
      <AccountPicker
        label={account ? 'Elegir otra cuenta' : 'Cuenta'}
        error={form.errors['account']}
        onPick={(user) => chooseAccount(form, user)}
      />
      <Needs right="everything">
        <IconButton icon={UserPlus} text="Crear cuenta" aria-haspopup="dialog" onClick={onCreate} />
      </Needs>
      {account?.can_mail && (
        <CheckField
          id="new-order-mail"
          label="Mandarle el detalle por email"
          hint="Con los productos y los precios"
          checked={form.values.send_mail}
          onChange={(send_mail) => form.change({ send_mail })}
        />
      )}
      {account?.can_mail === false && (
        <p className="admin-note">Sin el email verificado no le mandamos el detalle: tiene precios.</p>
      )}
    </div>
  )
}

interface AccountPickerProps {
  label: string
  error: string | undefined
  onPick: (user: User) => void
}

function AccountPicker({ label, error, onPick }: AccountPickerProps) {
  const [text, setText] = useState('')
  return (
    <PickField
      {...{ label, error, text, onPick }}
      hint="Nombre o usuario. Enter la elige"
      listLabel="Cuentas"
      onText={setText}
      {...useAccounts(text)}
      keyOf={({ id }) => id}
    >
      {(user) => (
        <>
          <span className="pick-field-name">{fullName(user)}</span>
          <span>{user.email}</span>
        </>
      )}
    </PickField>
  )
}

function useAccounts(text: string): { options: User[]; isOld: boolean } {
  const { data = [], isOld } = useFound(text, (username) =>
    queryOptions({
      queryKey: [...adminKey('admin-users'), 'found', username],
      queryFn: async ({ signal }) => {
        const answer = await call(listUsers, { query: { username, page: 1, page_size: 5 }, signal })
        return Array.isArray(answer) ? answer : answer.results
      },
    }),
  )
  return { options: data, isOld }
}

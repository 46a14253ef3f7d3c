import { queryOptions } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listUsers } from '../../../../contract/accounts/calls.ts'
import { call } from '../../../data/api.ts'
import { Field } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { PickField } from '../../kit/pick-field.tsx'
import { useFound } from '../../kit/use-found.ts'
import { adminKey } from '../../shell/admin-key.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { Panel } from '../../shell/panel.tsx'
import { fullName, type User } from '../../users/users-query.ts'
import { DeliveryFields } from '../dialogs/order-fields.tsx'
import type { NewOrderForm } from './new-order.ts'
import { Needs } from '../../shell/rights.tsx'

interface NewCustomerProps {
  form: NewOrderForm
  onCreate: () => void
}

/** The customer: a guest, an account, or a new account. */
export function NewCustomer({ form, onCreate }: NewCustomerProps) {
  return (
    <Panel title="Cliente">
      <ChoiceField
        label="De quién es"
        names={{ guest: 'Sin cuenta', account: 'Con cuenta' }}
        {...form.field('who')}
      />
      {form.values.who === 'guest' ? (
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
      ) : (
        <AccountFields form={form} onCreate={onCreate} />
      )}
      <DeliveryFields form={form} />
    </Panel>
  )
}

export function chooseAccount(form: NewOrderForm, user: User): void {
  const account = { id: user.id, name: fullName(user), email: user.email, can_mail: user.email_verified }
  form.change({ account, send_mail: false }, 'account')
}

function AccountFields({ form, onCreate }: NewCustomerProps) {
  const { account } = form.values
  const [text, setText] = useState('')
  return (
    <div id={form.idOf('account')} tabIndex={-1} className="new-order-account stack-3">
      {account && <p className="admin-name">{`${account.name} · ${account.email}`}</p>}
      <PickField
        label={account ? 'Elegir otra cuenta' : 'Cuenta'}
        error={form.errors['account']}
        hint="Nombre, usuario o teléfono. Enter la elige"
        listLabel="Cuentas"
        text={text}
        onText={setText}
        {...useAccounts(text)}
        keyOf={({ id }) => id}
        onPick={(user) => chooseAccount(form, user)}
      >
        {(user) => (
          <>
            <span className="pick-field-name">{fullName(user)}</span>
            <span>{user.email}</span>
          </>
        )}
      </PickField>
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

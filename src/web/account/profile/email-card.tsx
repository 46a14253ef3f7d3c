import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../contract/accounts/auth.ts'
import type { Session } from '../../session/session.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmailChange } from './email-change.tsx'
import { codeSentTo } from './use-email-change.ts'

/** The e-mail of the account. Changing it needs the password and a code, so it has a dialog. */
export function EmailCard({ session, user }: { session: Session; user: User }) {
  const [open, setOpen] = useState(() => codeSentTo.read(session.userId) !== undefined)
  const close = () => {
    codeSentTo.forget()
    setOpen(false)
  }
  return (
    <section className="account-card stack-3" aria-labelledby="email-cuenta">
      <h2 id="email-cuenta">Email</h2>
      <p className="account-email">
        <BreaksAfter sign="@" text={user.email} />
      </p>
      <p className="account-note note">
        A esta dirección llegan los pedidos y los reclamos. Para cambiarla hacen falta la contraseña y un
        código.
      </p>
      <div className="account-save row-3">
        <IconButton icon={Mail} text="Cambiar email" onClick={() => setOpen(true)} />
      </div>
      {open && <EmailChange session={session} onClose={close} />}
    </section>
  )
}

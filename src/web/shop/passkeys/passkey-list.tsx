import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Passkey } from '../../../contract/accounts/passkeys.ts'
import { Refusal } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { formatShortDay } from '../dates.ts'
import './passkey-list.css'

interface Removing {
  remove: (id: number) => Promise<unknown>
  onRemoved: () => void
  /** The consequence, shown before removing one. */
  children: ReactNode
}

/** The passkeys of an account, each with a button to remove it. */
export function PasskeyList({ passkeys, ...removing }: Removing & { passkeys: Passkey[] }) {
  return (
    <ul className="passkey-list stack-2">
      {passkeys.map((key) => (
        <KeyRow key={key.id} passkey={key} {...removing} />
      ))}
    </ul>
  )
}

function KeyRow({ passkey, ...removing }: Removing & { passkey: Passkey }) {
  const [isAsking, setIsAsking] = useState(false)
  const { name, created_at, last_used_at } = passkey
  const row = useRef<HTMLLIElement>(null)
  useFocusHandedOn(row)
  return (
    <li ref={row}>
      <span>
        <strong>{name}</strong>
        <span className="passkey-list-facts">
          {' '}
          Agregada el {formatShortDay(created_at)}.{' '}
          {last_used_at ? `Último uso: ${formatShortDay(last_used_at)}.` : 'Sin usar.'}
        </span>
      </span>
      <IconButton
        icon={Trash2}
        text="Quitar"
        of={` ${name}`}
        look="quiet"
        onClick={() => setIsAsking(true)}
      />
      {isAsking && <Remove passkey={passkey} onClose={() => setIsAsking(false)} {...removing} />}
    </li>
  )
}

interface RemoveProps extends Removing {
  passkey: Passkey
  onClose: () => void
}

function Remove({ passkey: { id, name }, remove, onRemoved, onClose, children }: RemoveProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  // Also after a failure: it may have been removed elsewhere.
  const close = () => {
    onClose()
    onRemoved()
  }
  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      await remove(id)
      showToast('success', 'Llave quitada')
      close()
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : 'No se pudo quitar la llave')
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Quitar ${name}`}
      onClose={failure ? close : onClose}
      onConfirm={() => void confirm()}
      confirmText="Quitar"
      busy={isBusy}
      error={failure}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

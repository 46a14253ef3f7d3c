import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Brand } from '../../contract/catalog.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { brandsChanged, setBrands } from './brands-query.ts'

const FAILED = 'Error al eliminar el banco'

interface DeleteBankDialogProps {
  session: Session
  /** Undefined: closed. */
  bank: Brand | undefined
  onClose: () => void
}

/** A bank with products is refused by the server, which says how many there are. */
export function DeleteBankDialog({ session, bank, onClose }: DeleteBankDialogProps) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!bank) return
    setIsBusy(true)
    try {
      await call('deleteBrand', { params: { id: bank.id } }).catch(unlessGone)
      setBrands(queryClient, session, (brands) => brands.filter(({ id }) => id !== bank.id))
      brandsChanged(queryClient, session)
      showToast('success', 'Banco eliminado exitosamente')
      close()
    } catch (error) {
      setProblem(error instanceof Error ? `${FAILED}. ${error.message}` : FAILED)
      showToast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={bank !== undefined}
      title={`Eliminar «${bank?.brand_name}»`}
      confirmText="Eliminar"
      busyText="Eliminando…"
      busy={isBusy}
      error={problem}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>¿Seguro que se quiere eliminar este banco? No se puede deshacer.</p>
    </ConfirmDialog>
  )
}

/** Somebody else was faster: it is gone, which is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}

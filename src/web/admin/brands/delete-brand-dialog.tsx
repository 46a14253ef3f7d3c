import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { deleteBrand } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { rethrowAsBankError } from './bank-problem.ts'
import { brandsChanged, setBrands } from './brands-query.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { counted } from '../kit/counted.ts'

interface DeleteBankDialogProps {
  bank: Brand
  onClose: () => void
}

/** A bank with products cannot be deleted; the server also refuses one that has got some in the meantime. */
export function DeleteBankDialog({ bank, onClose }: DeleteBankDialogProps) {
  const queryClient = useQueryClient()
  const forget = () => {
    setBrands(queryClient, (brands) => brands.filter(({ id }) => id !== bank.id))
    brandsChanged(queryClient)
  }
  if (bank.total_products > 0) return <BankInUseDialog bank={bank} onClose={onClose} />
  return (
    <DeleteDialog
      title={`Eliminar «${bank.brand_name}»`}
      remove={() => call(deleteBrand, { params: { id: bank.id } }).catch(rethrowAsBankError)}
      failed="Error al eliminar el banco"
      done="Banco eliminado exitosamente"
      onDeleted={forget}
      onClose={onClose}
    >
      <p>¿Seguro que se quiere eliminar este banco? No se puede deshacer.</p>
    </DeleteDialog>
  )
}

function BankInUseDialog({ bank, onClose }: Pick<DeleteBankDialogProps, 'bank' | 'onClose'>) {
  const back = useRef<HTMLButtonElement>(null)
  const products = counted(bank.total_products, 'producto', 'productos')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Eliminar «${bank.brand_name}»`}
      initialFocus={back}
      className="confirm-dialog"
    >
      <ErrorPanel title={`No se puede eliminar el banco: tiene ${products}`} />
      <div className="dialog-actions">
        <button type="button" className="button secondary" ref={back} onClick={onClose}>
          Volver
        </button>
      </div>
    </Dialog>
  )
}

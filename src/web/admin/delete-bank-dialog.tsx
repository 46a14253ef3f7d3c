import { useQueryClient } from '@tanstack/react-query'
import type { Brand } from '../../contract/brands.ts'
import { call } from '../api.ts'
import type { Session } from '../session.ts'
import { throwOfBank } from './bank-problem.ts'
import { brandsChanged, setBrands } from './brands-query.ts'
import { DeleteDialog } from './delete-dialog.tsx'

interface DeleteBankDialogProps {
  session: Session
  bank: Brand
  onClose: () => void
}

/** A bank with products is refused by the server, which says how many there are. */
export function DeleteBankDialog({ session, bank, onClose }: DeleteBankDialogProps) {
  const queryClient = useQueryClient()
  const forget = () => {
    setBrands(queryClient, session, (brands) => brands.filter(({ id }) => id !== bank.id))
    brandsChanged(queryClient, session)
  }
  return (
    <DeleteDialog
      title={`Eliminar «${bank.brand_name}»`}
      remove={() => call('deleteBrand', { params: { id: bank.id } }).catch(throwOfBank)}
      failed="Error al eliminar el banco"
      done="Banco eliminado exitosamente"
      onDeleted={forget}
      onClose={onClose}
    >
      <p>¿Seguro que se quiere eliminar este banco? No se puede deshacer.</p>
    </DeleteDialog>
  )
}

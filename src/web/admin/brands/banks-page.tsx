import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { deleteBrand } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { formatDay, formatShortDay } from '../../shop/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Column, RowProps } from '../kit/data-table.tsx'
import { counted } from '../kit/counted.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useWholeList } from '../kit/use-panel-list.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BRAND_LOOK, BrandLogo, NoBrands, OriginBadge, OriginSwitch, useBrandOrigin } from './brand-parts.tsx'
import { cardDescription } from './brand-words.ts'
import { adminBrands, BANK_PROBLEM, brandsChanged, rethrowAsBankError, setBrands } from './brands-query.ts'
import './brands.css'

type Props = RowProps<Brand, 'delete'>

const WORDS = {
  title: 'Bancos',
  rows: ['banco', 'bancos'],
  refreshed: 'Bancos actualizados',
  loadFailed: 'Error al cargar los bancos',
} as const

export default function BanksPage() {
  const admin = useAdminPath()
  const query = useQuery(adminBrands())
  const list = useWholeList<typeof query, Brand, 'delete'>(query, query.data ?? [])
  const origin = useBrandOrigin()
  const { open, close } = list.dialog
  const columns: Column<Brand, 'delete'>[] = [
    { name: 'Banco', render: ({ row }) => row.brand_name },
    { name: 'Origen', render: ({ row }) => <OriginSwitch brand={row} origin={origin} /> },
    {
      name: 'Descripción',
      className: 'admin-table-clip',
      render: ({ row }) => cardDescription(row.description),
    },
    { name: 'Creado', render: ({ row }) => formatShortDay(row.created_at) },
    { name: 'Acciones', kind: 'buttons', render: (props) => <BankButtons {...props} /> },
  ]
  return (
    <ListScreen
      list={list}
      words={WORDS}
      actions={
        <Link className="button primary" to={admin.newBank()} data-key="n" title="Nuevo Banco (n)">
          <Plus aria-hidden="true" size={20} />
          Nuevo Banco
        </Link>
      }
      filters={<SentBack />}
      look={BRAND_LOOK}
      renderCard={({ row, ...props }) => (
        <RowCard id={row.id} className="brand-card stack-3">
          <BrandLogo image={row.image} />
          <div className="brand-card-words">
            <h2>{row.brand_name}</h2>
            <OriginBadge isNational={row.is_national} />
            <p>{cardDescription(row.description)}</p>
            <p className="note">{`Creado el ${formatDay(row.created_at)}`}</p>
          </div>
          <div className="brand-card-actions">
            <OriginSwitch brand={row} origin={origin} />
            <BankButtons row={row} {...props} />
          </div>
        </RowCard>
      )}
      columns={columns}
      empty={<NoBrands title="No hay bancos registrados" link="Agregar el primer banco" />}
    >
      {open && <DeleteBankDialog bank={open.row} onClose={close} />}
    </ListScreen>
  )
}

/** Tells that the form redirected here because its bank does not exist. Gone after a reload. */
function SentBack() {
  const { state } = useLocation()
  const [sentBack] = useState((state as { problem?: unknown } | null)?.problem === BANK_PROBLEM)
  useEffect(() => {
    // Replaces the state directly, as the next navigation would cancel the router's.
    if (sentBack) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [sentBack])
  if (!sentBack) return null
  return (
    <div className="bank-problem">
      <ErrorPanel title={BANK_PROBLEM} />
    </div>
  )
}

function BankButtons({ row, act }: Props) {
  const admin = useAdminPath()
  return (
    <>
      <Link
        className="button secondary"
        to={admin.editBank(row.id)}
        data-key="Enter e"
        aria-label={`Editar ${row.brand_name}`}
      >
        <Pencil aria-hidden="true" size={20} />
        Editar
      </Link>
      <IconButton
        icon={Trash2}
        text="Eliminar"
        look="quiet"
        className="admin-delete"
        data-key="Delete"
        aria-label={`Eliminar ${row.brand_name}`}
        onClick={() => act('delete', row)}
      />
    </>
  )
}

interface DeleteBankDialogProps {
  bank: Brand
  onClose: () => void
}

/** A bank with products cannot be deleted; the server also refuses one that has got some in the meantime. */
function DeleteBankDialog({ bank, onClose }: DeleteBankDialogProps) {
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

function BankInUseDialog({ bank, onClose }: DeleteBankDialogProps) {
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

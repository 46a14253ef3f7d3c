import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { formatDay, formatShortDay } from '../../shop/dates.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Column, RowProps } from '../kit/data-table.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { useWholeList } from '../kit/use-panel-list.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BANK_PROBLEM } from './bank-problem.ts'
import { BRAND_LOOK, BrandLogo, NoBrands, OriginBadge, OriginSwitch } from './brand-parts.tsx'
import { cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'
import { DeleteBankDialog } from './delete-brand-dialog.tsx'
import { useBrandOrigin } from './use-brand-origin.ts'
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
        data-key="Delete"
        aria-label={`Eliminar ${row.brand_name}`}
        onClick={() => act('delete', row)}
      />
    </>
  )
}

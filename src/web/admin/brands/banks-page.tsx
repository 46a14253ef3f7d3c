import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { formatDay } from '../../shop/dates.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BANK_PROBLEM } from './bank-problem.ts'
import { BrandList, BrandLogo, OriginBadge, OriginSwitch } from './brand-parts.tsx'
import { cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'
import { DeleteBankDialog } from './delete-brand-dialog.tsx'
import { counted } from '../kit/counted.ts'
import { type BrandOrigin, useBrandOrigin } from './use-brand-origin.ts'
import './banks-page.css'

const LOAD_FAILED = 'Error al cargar los bancos'

export default function BanksPage() {
  const admin = useAdminPath()
  const list = useQuery(adminBrands())
  const banks = list.data ?? []
  const origin = useBrandOrigin()
  const [deleting, setDeleting] = useState<Brand>()
  const sentBack = useSentBack()
  useFailureToast(list.isError, LOAD_FAILED)
  return (
    <>
      <ListHead title="Bancos">
        <RefreshButton refetch={list.refetch} words={{ done: 'Bancos actualizados', failed: LOAD_FAILED }} />
        <Link className="button primary" to={admin.newBank()} data-key="n" title="Nuevo Banco (n)">
          <Plus aria-hidden="true" size={20} />
          Nuevo Banco
        </Link>
      </ListHead>
      {sentBack && (
        <div className="bank-problem">
          <ErrorPanel title={BANK_PROBLEM} />
        </div>
      )}
      <BrandList
        query={list}
        countText={counted(banks.length, 'banco', 'bancos')}
        failed={LOAD_FAILED}
        none={['No hay bancos registrados', 'Agregar el primer banco']}
      >
        {banks.map((bank) => (
          <BankCard key={bank.id} bank={bank} origin={origin} onDelete={() => setDeleting(bank)} />
        ))}
      </BrandList>
      {deleting && <DeleteBankDialog bank={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** Whether the form redirected here because its bank does not exist. False again after a reload. */
function useSentBack(): boolean {
  const { state } = useLocation()
  const [sentBack] = useState((state as { problem?: unknown } | null)?.problem === BANK_PROBLEM)
  useEffect(() => {
    // Replaces the state directly, as the next navigation would cancel the router's.
    if (sentBack) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [sentBack])
  return sentBack
}

interface BankCardProps {
  bank: Brand
  origin: BrandOrigin
  onDelete: () => void
}

function BankCard({ bank, origin, onDelete }: BankCardProps) {
  const admin = useAdminPath()
  return (
    <li className="surface brand-card" data-row tabIndex={-1}>
      <BrandLogo image={bank.image} />
      <div className="brand-card-words">
        <h2>{bank.brand_name}</h2>
        <OriginBadge isNational={bank.is_national} />
        <p>{cardDescription(bank.description)}</p>
        <p className="brand-card-note">{`Creado el ${formatDay(bank.created_at)}`}</p>
      </div>
      <div className="brand-card-actions">
        <OriginSwitch brand={bank} origin={origin} />
        <Link
          className="button secondary"
          to={admin.editBank(bank.id)}
          data-key="Enter e"
          aria-label={`Editar ${bank.brand_name}`}
        >
          <Pencil aria-hidden="true" size={20} />
          Editar
        </Link>
        <IconButton
          icon={Trash2}
          text="Eliminar"
          look="quiet"
          data-key="Delete"
          aria-label={`Eliminar ${bank.brand_name}`}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

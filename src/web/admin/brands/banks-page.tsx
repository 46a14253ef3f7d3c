import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Brand } from '../../../contract/brands.ts'
import { formatDay } from '../../shop/dates.ts'
import { type Session, useSession } from '../../session/session.ts'
import { SITE } from '../../app/site.ts'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BANK_PROBLEM } from './bank-problem.ts'
import { BrandLogo, BrandSkeletons, OriginBadge, OriginSwitch } from './brand-parts.tsx'
import { cardDescription } from './brand-words.ts'
import { adminBrands } from './brands-query.ts'
import { DeleteBankDialog } from './delete-brand-dialog.tsx'
import { counted } from '../orders/order-words.ts'
import { RefreshButton } from '../lists/refresh-button.tsx'
import { type BrandOrigin, useBrandOrigin } from './use-brand-origin.ts'
import './banks-page.css'

const LOAD_FAILED = 'Error al cargar los bancos'

export default function BanksPage() {
  const session = useSession()
  return (
    <>
      <title>{`Bancos · ${SITE}`}</title>
      {session && <Banks session={session} />}
    </>
  )
}

function Banks({ session }: { session: Session }) {
  const admin = useAdminPath()
  const list = useQuery(adminBrands(session))
  const banks = list.data ?? []
  const origin = useBrandOrigin(session)
  const [deleting, setDeleting] = useState<Brand>()
  // Why one was sent back from the form.
  const sentBack = (useLocation().state as { problem?: unknown } | null)?.problem === BANK_PROBLEM
  return (
    <>
      <header className="admin-head">
        <h1 tabIndex={-1}>Bancos</h1>
        <div className="admin-head-actions">
          <RefreshButton query={list} words={{ done: 'Bancos actualizados', failed: LOAD_FAILED }} />
          <Link className="button primary" to={admin.newBank()} data-key="n" title="Nuevo Banco (n)">
            <Plus aria-hidden="true" size={20} />
            Nuevo Banco
          </Link>
        </div>
      </header>
      {sentBack && (
        <div className="bank-problem">
          <ErrorPanel title={BANK_PROBLEM} />
        </div>
      )}
      <AsyncList
        state={list}
        count={banks.length}
        countText={counted(banks.length, 'banco', 'bancos')}
        skeleton={<BrandSkeletons />}
        empty={
          <EmptyState title="No hay bancos registrados">
            <Link className="button primary" to={admin.newBank()}>
              Agregar el primer banco
            </Link>
          </EmptyState>
        }
        errorText={LOAD_FAILED}
        onRetry={() => void list.refetch()}
      >
        <ul className="brand-cards">
          {banks.map((bank) => (
            <BankCard key={bank.id} bank={bank} origin={origin} onDelete={() => setDeleting(bank)} />
          ))}
        </ul>
      </AsyncList>
      {deleting && (
        <DeleteBankDialog session={session} bank={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

interface BankCardProps {
  bank: Brand
  origin: BrandOrigin
  onDelete: () => void
}

function BankCard({ bank, origin, onDelete }: BankCardProps) {
  const admin = useAdminPath()
  return (
    <li className="brand-card" data-row tabIndex={-1}>
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
        <button
          type="button"
          className="button quiet"
          data-key="Delete"
          aria-label={`Eliminar ${bank.brand_name}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" size={20} />
          Eliminar
        </button>
      </div>
    </li>
  )
}

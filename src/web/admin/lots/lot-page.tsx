import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Pencil, QrCode, Tags, PackagePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { voidLotTest } from '../../../contract/catalog/calls.ts'
import { germinationText } from '../../../contract/catalog/germination.ts'
import { claimedText, LOT_FIELD_NAMES } from '../../../contract/catalog/lot-rules.ts'
import { MAX_ID } from '../../../contract/limits.ts'
import { dayInNumbers, formatNumber } from '../../../contract/place.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { call } from '../../data/api.ts'
import { paths } from '../../app/paths.ts'
import { Fact } from '../../shop/fact.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PlainTable } from '../kit/data-table.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { ProblemText, withReason } from '../kit/problem.tsx'
import { type RowChanges, useRowChanges } from '../kit/use-row-changes.ts'
import { BackLink } from '../shell/back-link.tsx'
import { Panel } from '../shell/panel.tsx'
import { LoadingHeading } from '../shell/loading-heading.tsx'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { EditLotDialog, TestDialog, UnitsDialog } from './lot-dialogs.tsx'
import { LabelsPage } from './labels-page.tsx'
import { LotTrace } from './lot-trace.tsx'
import { LotBadge } from './lots-page.tsx'
import { type Lot, lotsChanged, oneLot } from './lots-query.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import '../kit/controls.css'
import './lots.css'

function MissingLot() {
  const admin = useAdminPath()
  return (
    <WithoutLot>
      <EmptyState title="No encontramos ese lote">
        <Link className="button secondary" to={admin.lots()}>
          Ver los lotes
        </Link>
      </EmptyState>
    </WithoutLot>
  )
}

/** One lot: data, units, tests and trace; or its labels. */
export default function LotPage() {
  const { id = '' } = useParams()
  const number = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : undefined
  return number === undefined ? <MissingLot /> : <LotById key={number} id={number} />
}

function WithoutLot({ children }: { children: ReactNode }) {
  return (
    <>
      <Back />
      <TabTitle>Lote</TabTitle>
      <header className="admin-head">
        <LoadingHeading>Lote</LoadingHeading>
      </header>
      {children}
    </>
  )
}

function Back() {
  const admin = useAdminPath()
  return <BackLink to={admin.lots()}>Volver a los lotes</BackLink>
}

function LotById({ id }: { id: number }) {
  const { data: lot, error, refetch } = useQuery(oneLot(id))
  const [params] = useSearchParams()
  if (lot) return params.get('ver') === 'etiquetas' ? <LabelsPage lot={lot} /> : <LotView lot={lot} />
  if (lot === null) return <MissingLot />
  return (
    <WithoutLot>
      {error ? (
        <ErrorPanel title="Error al cargar el lote" note={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingNote />
      )}
    </WithoutLot>
  )
}

type Open = 'edit' | 'units' | 'test'

function LotView({ lot }: { lot: Lot }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Back />
      <ListHead title={`Lote ${lot.code}`}>
        <Needs right="stock_write">
          <IconButton
            icon={Pencil}
            text="Editar"
            data-key="e"
            title="Editar (e)"
            aria-haspopup="dialog"
            onClick={() => setOpen('edit')}
          />
        </Needs>
        <Links lot={lot} />
      </ListHead>
      <div className="lot-panels stack-4">
        <Facts lot={lot} />
        <LotUnits lot={lot} onMove={() => setOpen('units')} />
        <LotTests lot={lot} onAdd={() => setOpen('test')} />
        <Needs right="orders_read">
          <LotTrace lot={lot} />
        </Needs>
      </div>
      {open === 'edit' && <EditLotDialog lot={lot} onClose={close} />}
      {open === 'units' && <UnitsDialog lot={lot} onClose={close} />}
      {open === 'test' && <TestDialog lot={lot} onClose={close} />}
    </>
  )
}

function Links({ lot: { id, code, is_public } }: { lot: Lot }) {
  const admin = useAdminPath()
  return (
    <>
      <Link className="button secondary" to={admin.lot(id, { ver: 'etiquetas' })}>
        <Tags aria-hidden="true" size={20} />
        Imprimir etiquetas
      </Link>
      {is_public && (
        <a className="button secondary" href={paths.lot(code)} target="_blank" rel="noopener">
          <QrCode aria-hidden="true" size={20} />
          Ver su página
          <span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      )}
    </>
  )
}

function Facts({ lot }: { lot: Lot }) {
  const { product, harvested_on, expires_on, note, public_note, is_public } = lot
  return (
    <Panel title={product} action={<LotBadge lot={lot} />}>
      <dl className="admin-facts">
        <Fact name={LOT_FIELD_NAMES.harvested_on}>
          {harvested_on ? dayInNumbers(harvested_on) : 'Sin anotar'}
        </Fact>
        <Fact name={LOT_FIELD_NAMES.expires_on}>{expires_on ? dayInNumbers(expires_on) : 'Sin anotar'}</Fact>
        <Fact name={LOT_FIELD_NAMES.is_public}>{is_public ? 'Sí' : 'No'}</Fact>
        <Fact name="Reclamos">{claimedText(lot.claims)}</Fact>
        {public_note !== '' && <Fact name={LOT_FIELD_NAMES.public_note}>{public_note}</Fact>}
        {note !== '' && <Fact name={LOT_FIELD_NAMES.note}>{note}</Fact>}
      </dl>
    </Panel>
  )
}

/** Units left in a lot, and units assigned to open orders. */
function LotUnits({ lot, onMove }: { lot: Lot; onMove: () => void }) {
  return (
    <Panel
      title="Unidades"
      action={
        <Needs right="stock_write">
          <IconButton icon={PackagePlus} text="Anotar unidades" aria-haspopup="dialog" onClick={onMove} />
        </Needs>
      }
    >
      <PlainTable
        caption="Lo que queda del lote y lo que está en pedidos"
        columns={[
          {
            name: 'Presentación',
            render: (units) => presentationTitle({ ...units, name: lot.product, type: lot.type }),
          },
          { name: 'Quedan', kind: 'number', render: ({ left }) => formatNumber(left) },
          { name: 'En pedidos', kind: 'number', render: ({ chosen }) => formatNumber(chosen) },
        ]}
        rows={lot.units}
        keyOf={({ blister_id: id }) => id}
      />
    </Panel>
  )
}

/** The germination tests of a lot, newest first. Voided ones stay, struck through. */
function LotTests({ lot, onAdd }: { lot: Lot; onAdd: () => void }) {
  const changes = useRowChanges()
  return (
    <Panel
      title="Pruebas de germinación"
      action={
        <Needs right="stock_write">
          <IconButton icon={FlaskConical} text="Anotar prueba" aria-haspopup="dialog" onClick={onAdd} />
        </Needs>
      }
    >
      {lot.tests.length === 0 && <p className="admin-note">Todavía sin pruebas.</p>}
      <ul className="lot-tests stack-2">
        {lot.tests.map((test) => (
          <Test key={test.id} {...{ lot, test, changes }} />
        ))}
      </ul>
    </Panel>
  )
}

interface TestProps {
  lot: Lot
  test: Lot['tests'][number]
  changes: RowChanges
}

function Test({ lot, test, changes }: TestProps) {
  const { id, method, user, voided_at } = test
  const problem = changes.problemOf(id)
  const text = germinationText(test)
  return (
    <li>
      <div>
        {voided_at === null ? text : <del>{text}</del>}
        <span className="lot-facts">
          {[method, user, voided_at !== null && 'Anulada'].filter(Boolean).join(' · ')}
        </span>
        {problem && (
          <FieldError>
            <ProblemText {...problem} />
          </FieldError>
        )}
      </div>
      {voided_at === null && (
        <Needs right="stock_write">
          <VoidButton {...{ lot, test, changes }} />
        </Needs>
      )}
    </li>
  )
}

function VoidButton({ lot, test, changes }: TestProps) {
  const client = useQueryClient()
  const { id } = test
  const run = async () => {
    lotsChanged(client, await call(voidLotTest, { params: { id: lot.id, test: id } }))
    showToast('success', 'Prueba anulada')
  }
  const problemOf = (error: unknown) => withReason('Error al anular la prueba', error)
  return (
    <BusyButton
      className="quiet"
      busy={changes.isBusy(id)}
      busyText="Anulando…"
      onClick={() => changes.change({ id, run, problemOf })}
    >
      Anular
      <span className="visually-hidden">{` la prueba ${germinationText(test)}`}</span>
    </BusyButton>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { germinationText } from '../../../contract/catalog/germination.ts'
import { voidLotTest } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProblemText, withReason } from '../kit/problem.tsx'
import { type RowChanges, useRowChanges } from '../kit/use-row-changes.ts'
import { Panel } from '../shell/panel.tsx'
import { Needs } from '../shell/rights.tsx'
import { type Lot, lotsChanged } from './lots-query.ts'

/** The germination tests of a lot, newest first. Voided ones stay, struck through. */
export function LotTests({ lot, onAdd }: { lot: Lot; onAdd: () => void }) {
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
      <Tests lot={lot} />
    </Panel>
  )
}

function Tests({ lot }: { lot: Lot }) {
  const changes = useRowChanges()
  return (
    <ul className="lot-tests">
      {lot.tests.map((test) => (
        <Test key={test.id} lot={lot} test={test} changes={changes} />
      ))}
    </ul>
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

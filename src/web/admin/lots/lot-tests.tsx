import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { germinationText } from '../../../contract/catalog/lot-rules.ts'
import { call } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProblemText, withReason } from '../lists/problem.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
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
          <IconButton
            icon={FlaskConical}
            text="Anotar prueba"
            look="quiet"
            aria-haspopup="dialog"
            onClick={onAdd}
          />
        </Needs>
      }
    >
      {lot.tests.length === 0 && <p className="admin-note">Todavía sin pruebas.</p>}
      <Tests lot={lot} />
    </Panel>
  )
}

function Tests({ lot }: { lot: Lot }) {
  const client = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const annul = async (test: number) => {
    lotsChanged(client, await call('voidLotTest', { params: { id: lot.id, test } }))
    showToast('success', 'Prueba anulada')
  }
  return (
    <ul className="lot-tests">
      {lot.tests.map((test) => {
        const { id, method, user, voided_at } = test
        const problem = problemOf(id)
        return (
          <li key={id}>
            <div>
              {voided_at === null ? germinationText(test) : <del>{germinationText(test)}</del>}
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
                <BusyButton
                  className="quiet"
                  busy={isBusy(id)}
                  busyText="Anulando…"
                  onClick={() =>
                    change({
                      id,
                      run: () => annul(id),
                      problemOf: (error) => withReason('Error al anular la prueba', error),
                    })
                  }
                >
                  Anular
                  <span className="visually-hidden">{` la prueba ${germinationText(test)}`}</span>
                </BusyButton>
              </Needs>
            )}
          </li>
        )
      })}
    </ul>
  )
}

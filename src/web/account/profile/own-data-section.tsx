import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { getMyData } from '../../../contract/accounts/calls.ts'
import { saveAs } from '../../browser/save-as.ts'
import type { Session } from '../../session/session.ts'
import { forgetPerson } from '../../session/forget-person.ts'
import { call, Refusal } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CloseAccount } from './close-account.tsx'

interface OwnDataSectionProps {
  session: Session
  /** Leaves the account; `end` ends the session. */
  onLeave: (end: () => void) => void
}

/** Download of personal data, and closing the account. */
export function OwnDataSection({ session, onLeave }: OwnDataSectionProps) {
  const [isClosing, setIsClosing] = useState(false)
  const closed = () => onLeave(forgetPerson)
  return (
    <>
      <DownloadCard />
      <section className="account-card stack-3" aria-labelledby="cerrar-cuenta">
        <h2 id="cerrar-cuenta">Cerrar la cuenta</h2>
        <p>
          Los pedidos terminados quedan sin nombre ni datos de contacto. Los pendientes se cancelan, salvo lo
          que ya te entregamos. No se puede deshacer.
        </p>
        <div className="account-save row-3">
          <IconButton icon={UserX} text="Cerrar mi cuenta" onClick={() => setIsClosing(true)} />
        </div>
        {isClosing && (
          <CloseAccount session={session} onCancel={() => setIsClosing(false)} onClosed={closed} />
        )}
      </section>
    </>
  )
}

function DownloadCard() {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const download = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      saveFile(await call(getMyData))
      showToast('success', 'Datos descargados')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className="account-card stack-3" aria-labelledby="mis-datos">
      <h2 id="mis-datos">Una copia de todo</h2>
      <p>
        Un archivo con lo que la tienda guarda de vos: la cuenta, los pedidos, los reclamos, los
        arrepentimientos y la actividad. Podés pedirlo cinco veces por día.
      </p>
      <div role="alert">{failure && <p className="account-error callout err strong">{failure}</p>}</div>
      <div className="account-save row-3">
        <BusyButton
          className="secondary"
          busy={isBusy}
          busyText="Preparando…"
          onClick={() => void download()}
        >
          <Download aria-hidden="true" size={20} />
          Descargar mis datos
        </BusyButton>
      </div>
    </section>
  )
}

/** Indented, to be readable. */
function saveFile(data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  saveAs(file, 'mis-datos.json')
}

import { Copy, Download } from 'lucide-react'
import { saveAs } from '../../../browser/save-as.ts'
import { useCopy } from '../../../browser/use-copy.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StepHeading } from '../../../ui/step-heading.tsx'

interface FactorCodesProps {
  codes: string[]
  onKept: () => void
}

/** The recovery codes, shown only once. */
export function FactorCodes({ codes, onKept }: FactorCodesProps) {
  return (
    <div className="email-change-step stack-4">
      <StepHeading as="h3">Códigos de recuperación</StepHeading>
      <p>
        Si perdés el teléfono, con cada uno de estos códigos entrás una vez. Guardalos donde no esté tu
        contraseña: <strong>no se muestran de nuevo</strong>.
      </p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Keeping text={codes.join('\n')} />
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onKept}>
          Guardé los códigos
        </button>
      </div>
    </div>
  )
}

function Keeping({ text }: { text: string }) {
  const [said, copy] = useCopy('Copiados', 'El navegador no deja copiar: anotalos o descargalos')
  return (
    <div className="account-save row-3">
      <IconButton icon={Copy} text="Copiar" onClick={() => void copy(text)} />
      <IconButton icon={Download} text="Descargar" onClick={() => saveText(text)} />
      <p role="status">{said}</p>
    </div>
  )
}

function saveText(text: string): void {
  saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'codigos-de-recuperacion.txt')
}

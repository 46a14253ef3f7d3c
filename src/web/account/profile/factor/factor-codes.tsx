import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { saveAs } from '../../../browser/save-as.ts'
import { useCopy } from '../../../browser/use-copy.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

interface FactorCodesProps {
  codes: string[]
  onKept: () => void
}

/** The recovery codes, shown only once. */
export function FactorCodes({ codes, onKept }: FactorCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="email-change-step">
      <h3 tabIndex={-1} ref={heading}>
        Códigos de recuperación
      </h3>
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
    <div className="account-save">
      <IconButton icon={Copy} text="Copiar" onClick={() => void copy(text)} />
      <IconButton icon={Download} text="Descargar" onClick={() => saveText(text)} />
      <p role="status">{said}</p>
    </div>
  )
}

function saveText(text: string): void {
  saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'codigos-de-recuperacion.txt')
}

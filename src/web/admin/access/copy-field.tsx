import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { TextAreaField } from '../../ui/form/field.tsx'

interface CopyFieldProps {
  label: string
  value: string
  copyText: string
}

/** A text with a copy button. Selects the text if the browser denies copying. */
export function CopyField({ label, value, copyText }: CopyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setSaid('Copiado')
    } catch {
      area.current?.select()
      setSaid('Quedó seleccionado: copialo con Ctrl+C')
    }
  }
  return (
    <div className="access-copy">
      <TextAreaField
        label={label}
        ref={area}
        readOnly
        rows={3}
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="button secondary" onClick={() => void copy()}>
        <Copy aria-hidden="true" size={20} />
        {copyText}
      </button>
      <output>{said}</output>
    </div>
  )
}

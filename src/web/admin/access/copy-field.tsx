import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { COPY_SELECTED, useCopy } from '../../browser/use-copy.ts'
import { TextAreaField } from '../../ui/form/field.tsx'

interface CopyFieldProps {
  label: string
  value: string
  copyText: string
}

/** A text with a copy button. Selects the text if the browser denies copying. */
export function CopyField({ label, value, copyText }: CopyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, copy] = useCopy('Copiado', COPY_SELECTED, () => area.current?.select())
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
      <button type="button" className="button secondary" onClick={() => void copy(value)}>
        <Copy aria-hidden="true" size={20} />
        {copyText}
      </button>
      <output>{said}</output>
    </div>
  )
}

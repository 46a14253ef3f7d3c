import { ImagePlus } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { CHOOSABLE_PICTURES } from '../../../contract/pictures.ts'
import { percentWords } from '../../forms/percent-words.ts'
import type { PictureUpload } from '../../forms/use-upload.ts'
import { FieldError } from '../../ui/form/field.tsx'
import './product-form.css'

function Progress({ name, percent }: { name: string; percent: number | undefined }) {
  return (
    <div className="picture-choice-progress">
      <progress max={100} value={percent} aria-label={`Subiendo ${name.toLowerCase()}`} />
      <span className="mono">{percentWords(percent)}</span>
    </div>
  )
}

interface PictureChoiceProps {
  id: string
  name: string
  upload: PictureUpload
  error: string | undefined
  hasPicture: boolean
  /** Takes several at once. */
  onFiles?: (files: File[]) => void
}

/** The button that chooses a picture, or the progress of its upload. */
export function PictureChoice({ id, name, upload, error, hasPicture, onFiles }: PictureChoiceProps) {
  if (upload.isSending) return <Progress name={name} percent={upload.percent} />
  const text = upload.problem ?? error
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    // Lets the same file be chosen again after a failure.
    event.target.value = ''
    if (onFiles) onFiles(chosen)
    else if (chosen[0]) upload.take(chosen[0])
  }
  return (
    <>
      {text && <FieldError id={`${id}-error`}>{text}</FieldError>}
      {upload.reason && <p className="picture-choice-reason note">{upload.reason}</p>}
      {upload.canRetry && (
        <button type="button" className="button secondary" onClick={upload.retry}>
          Reintentar
          <span className="visually-hidden">{` ${name}`}</span>
        </button>
      )}
      <label className="button secondary picture-choice">
        <input
          type="file"
          id={id}
          className="visually-hidden"
          accept={CHOOSABLE_PICTURES.join(',')}
          multiple={onFiles !== undefined}
          aria-describedby={text ? `${id}-error` : undefined}
          aria-invalid={text ? true : undefined}
          onChange={choose}
        />
        <ImagePlus aria-hidden="true" size={18} />
        {hasPicture ? 'Cambiar' : 'Elegir'}
        <span className="visually-hidden">{`: ${name}`}</span>
      </label>
    </>
  )
}

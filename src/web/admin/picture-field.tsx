import { ImageUp, RotateCw, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react'
import { FieldError } from '../ui/field.tsx'
import { announce } from '../ui/announcer.tsx'
import type { PictureUpload } from './use-picture-upload.ts'
import '../styles/admin-picture-field.css'

/** What the shop can read. Phones turn their own formats into one of these when they are asked for them. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

interface PictureFieldProps {
  /** Of the file input, so that an error summary can lead to it. */
  id: string
  label: string
  optional?: boolean
  hint: ReactNode
  upload: PictureUpload
  /** What the form found wrong; what the upload found wrong comes first. */
  error?: string | undefined
  /** Stands below the drop zone: previews, warnings. */
  children?: ReactNode
}

/** A place to drop or choose one picture, with the progress of its upload. */
export function PictureField({ id, label, optional, hint, upload, error, children }: PictureFieldProps) {
  const [isOver, setIsOver] = useState(false)
  const problem = upload.problem ?? error
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) upload.take(file)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    // The same file may be chosen again.
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  const remove = () => {
    upload.remove()
    announce(`${label}: quitada`)
    document.getElementById(id)?.focus()
  }
  const isSending = upload.percent !== undefined
  return (
    <div className="field picture-field">
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> (opcional)</span>}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      <div
        className={`picture-drop ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <span className="button secondary picture-choose">
          <ImageUp aria-hidden="true" size={20} />
          <span aria-hidden="true">{upload.shown ? 'Cambiar imagen' : 'Elegir imagen'}</span>
          <input
            id={id}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
            aria-invalid={problem ? true : undefined}
            onChange={choose}
          />
        </span>
        <span className="picture-drop-words" aria-hidden="true">
          o soltarla acá
        </span>
        {upload.canRetry && (
          <button type="button" className="button secondary" onClick={upload.retry}>
            <RotateCw aria-hidden="true" size={20} />
            Reintentar
          </button>
        )}
        {upload.shown && (
          <button type="button" className="button quiet" aria-label={`Quitar ${label}`} onClick={remove}>
            <Trash2 aria-hidden="true" size={20} />
            Quitar
          </button>
        )}
      </div>
      {isSending && (
        <div className="picture-progress">
          <progress aria-label={`Subida: ${label}`} max={100} value={upload.percent} />
          <span aria-hidden="true">{`${upload.percent} %`}</span>
        </div>
      )}
      <output className="picture-outcome">
        {isSending ? 'Subiendo la imagen…' : upload.isDone ? 'Imagen subida exitosamente' : ''}
      </output>
      {children}
    </div>
  )
}

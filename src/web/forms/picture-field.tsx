import { ImageUp, RotateCw, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { CHOOSABLE_PICTURES } from '../../contract/pictures.ts'
import { FieldFrame } from '../ui/form/field.tsx'
import { announce } from '../ui/announcer.tsx'
import { percentWords } from './percent-words.ts'
import type { PictureUpload } from './use-upload.ts'
import './forms.css'

interface PictureFieldProps {
  /** Id of the file input, for links from an error summary. */
  id: string
  label: string
  optional?: boolean | undefined
  hint: ReactNode
  /** The types of files to choose from; by default pictures. */
  types?: string[] | undefined
  /** Address of the current picture. */
  value: string | null
  upload: PictureUpload
  onRemove: () => void
  /** The form's error; an upload problem takes precedence. */
  error?: string | undefined
  /** Below the drop zone: previews, warnings. */
  children?: ReactNode
}

/** A drop zone and file input for one picture, with the progress of its upload. */
export function PictureField(props: PictureFieldProps) {
  const { id, label, optional, hint, value, upload, error, children } = props
  const problem = upload.problem ?? error
  const remove = () => {
    upload.cancel()
    props.onRemove()
    announce(`${label}: quitada`)
    document.getElementById(id)?.focus()
  }
  const isShown = Boolean(upload.preview ?? value)
  return (
    <FieldFrame {...{ id, label, hint, optional }} error={problem} className="picture-field">
      <DropZone onFile={upload.take}>
        <ChooseButton
          id={id}
          isShown={isShown}
          isWrong={Boolean(problem)}
          onFile={upload.take}
          types={props.types}
        />
        <span className="picture-drop-words note" aria-hidden="true">
          o soltarla acá
        </span>
        {upload.canRetry && <IconButton icon={RotateCw} text="Reintentar" onClick={upload.retry} />}
        {isShown && (
          <IconButton
            icon={Trash2}
            text="Quitar"
            look="quiet"
            aria-label={`Quitar ${label}`}
            onClick={remove}
          />
        )}
      </DropZone>
      <Progress label={label} upload={upload} />
      {children}
    </FieldFrame>
  )
}

function DropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div
      className={`picture-drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

interface ChooseButtonProps {
  id: string
  isShown: boolean
  isWrong: boolean
  onFile: (file: File) => void
  types?: string[] | undefined
}

function ChooseButton({ id, isShown, isWrong, onFile, types = CHOOSABLE_PICTURES }: ChooseButtonProps) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (file) onFile(file)
    // Lets the same file be chosen again.
    event.target.value = ''
  }
  return (
    <span className="button secondary picture-choose">
      <ImageUp aria-hidden="true" size={20} />
      <span aria-hidden="true">{isShown ? 'Cambiar imagen' : 'Elegir imagen'}</span>
      <input
        id={id}
        type="file"
        accept={types.join(',')}
        aria-describedby={`${id}-hint${isWrong ? ` ${id}-error` : ''}`}
        aria-invalid={isWrong ? true : undefined}
        onChange={choose}
      />
    </span>
  )
}

function Progress({
  label,
  upload: { percent, isSending, isDone },
}: {
  label: string
  upload: PictureUpload
}) {
  return (
    <>
      {isSending && (
        <div className="picture-progress">
          <progress aria-label={`Subida: ${label}`} max={100} value={percent} />
          <span aria-hidden="true">{percentWords(percent)}</span>
        </div>
      )}
      <output className="picture-outcome">
        {isSending
          ? `${percent === undefined ? 'Preparando' : 'Subiendo'} la imagen…`
          : isDone
            ? 'Imagen subida exitosamente'
            : ''}
      </output>
    </>
  )
}

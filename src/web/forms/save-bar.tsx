import { DiscardOrSave, type DiscardOrSaveProps } from './discard-or-save.tsx'
import './forms.css'

interface SaveBarProps extends Pick<DiscardOrSaveProps, 'form' | 'canSave'> {
  /** The status text: saved, with unsaved changes, or unchanged. */
  words: string
  /** The text of the discard confirmation. */
  warning?: string | undefined
}

/** Sticks to the bottom of a long form. */
export function SaveBar({
  words,
  warning = 'El formulario vuelve a lo último que se guardó.',
  ...rest
}: SaveBarProps) {
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="strong">{words}</output>
      <DiscardOrSave className="save-bar-actions" warning={warning} {...rest} />
    </div>
  )
}

/** `saved`: said until the next change. */
export function savedWords(
  form: { isDirty: boolean; isSaved: boolean; isUploading?: boolean },
  saved: string,
): string {
  if (form.isUploading) return 'Subiendo imágenes…'
  if (form.isDirty) return 'Cambios sin guardar'
  return form.isSaved ? saved : 'Sin cambios'
}

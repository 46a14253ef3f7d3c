import { pictureFileError } from '../../../contract/pictures.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'
import '../kit/controls.css'

interface ItemPictureProps {
  id: string
  label?: string
  hint?: string
  preset?: 'product' | 'brand'
  value: string | null
  onChange: (picture: string | null) => void
}

/** A small picture of a form, such as that of a trophy or of a step of the guide. */
export function ItemPicture({
  id,
  label = 'Imagen',
  hint = 'JPG, PNG o WebP, max 5MB',
  preset = 'product',
  value,
  onChange,
}: ItemPictureProps) {
  const upload = useUpload({
    preset,
    check: pictureFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: onChange,
  })
  const shown = upload.preview ?? value
  return (
    <PictureField
      id={id}
      label={label}
      optional
      hint={hint}
      value={value}
      upload={upload}
      onRemove={() => onChange(null)}
    >
      {shown && <img className="item-picture" src={shown} alt="" />}
    </PictureField>
  )
}

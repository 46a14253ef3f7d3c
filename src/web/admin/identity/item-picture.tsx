import { pictureFileError } from '../../../contract/pictures.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'

interface ItemPictureProps {
  id: string
  value: string | null
  onChange: (part: { picture: string | null }) => void
}

/** The picture of a trophy or of a step of the guide. */
export function ItemPicture({ id, value, onChange }: ItemPictureProps) {
  const upload = useUpload({
    preset: 'product',
    check: pictureFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: (picture) => onChange({ picture }),
  })
  const shown = upload.preview ?? value
  return (
    <PictureField
      id={id}
      label="Imagen"
      optional
      hint="JPG, PNG o WebP, max 5MB"
      value={value}
      upload={upload}
      onRemove={() => onChange({ picture: null })}
    >
      {shown && <img className="identity-cup" src={shown} alt="" />}
    </PictureField>
  )
}

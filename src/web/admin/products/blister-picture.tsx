import { Trash2 } from 'lucide-react'
import { announce } from '../../ui/announcer.tsx'
import { Picture } from '../../ui/picture.tsx'
import { PictureChoice } from './picture-choice.tsx'
import type { BlisterDraft } from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import { usePresentationPicture } from './use-product-pictures.ts'
import './product-form.css'

interface BlisterPictureProps {
  form: ProductForm
  blister: BlisterDraft
  /** 'Presentación X5' */
  name: string
  /** The field's name: `blisters.0.image`. */
  field: string
  onChange: (image: string | null) => void
}

/** The picture of a presentation, which the product page shows in place of the main one. */
export function BlisterPicture({ form, blister: { image }, name, field, onChange }: BlisterPictureProps) {
  const upload = usePresentationPicture((path) => {
    onChange(path)
    announce(`Imagen de ${name} subida`)
  })
  const id = form.idOf(field)
  const remove = () => {
    upload.cancel()
    onChange(null)
    announce(`Imagen de ${name} quitada`)
    document.getElementById(id)?.focus()
  }
  return (
    <div className="blister-picture row-2">
      <span className="field-label" aria-hidden="true">
        Imagen
      </span>
      {image && <Picture src={image} alt="" sizes="48px" widths={[320]} width={320} height={400} />}
      <PictureChoice
        id={id}
        name={`imagen de ${name}`}
        upload={upload}
        error={form.errors[field]}
        hasPicture={image !== null}
      />
      {image !== null && !upload.isSending && (
        <button
          type="button"
          className="button quiet icon-only"
          aria-label={`Quitar: imagen de ${name}`}
          onClick={remove}
        >
          <Trash2 aria-hidden="true" size={18} />
        </button>
      )}
    </div>
  )
}

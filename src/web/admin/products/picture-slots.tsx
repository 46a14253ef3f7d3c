import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PictureUpload } from '../../forms/use-upload.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Picture } from '../../ui/picture.tsx'
import { PictureChoice } from './picture-choice.tsx'
import type { ProductDraft } from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import { PICTURE_PLACES, useProductPictures } from './use-product-pictures.ts'
import { Panel } from '../shell/panel.tsx'

interface PictureSlotsProps {
  form: ProductForm
}

/** Three pictures, in the order of the shop. */
export function PictureSlots({ form }: PictureSlotsProps) {
  const pictures = useProductPictures(form.change)
  return (
    <Panel title="Imágenes">
      <p className="field-hint">
        JPEG, PNG o WebP, una o varias a la vez; las grandes se achican antes de subir. La principal se ve en
        el catálogo, en 4:5.
      </p>
      <ul className="stack-3">
        {pictures.map((upload, i) => (
          <PictureSlot
            key={PICTURE_PLACES[i]?.field}
            form={form}
            upload={upload}
            place={i}
            onFiles={(files) => takeAll(files, { into: pictures, first: i, images: form.values.images })}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface Places {
  into: PictureUpload[]
  first: number
  images: ProductDraft['images']
}

/** The first file goes into the first place, the others into empty ones. */
function takeAll(files: File[], { into, first, images }: Places): void {
  const isEmpty = (at: number) => !images[at] && !into[at]?.isSending
  const places = [first, ...[...into.keys()].filter((at) => at !== first && isEmpty(at))]
  for (const [i, file] of files.entries()) {
    const at = places[i]
    if (at === undefined) {
      showToast('error', 'No hay más lugar: hasta tres imágenes')
      return
    }
    into[at]?.take(file)
  }
}

interface PictureSlotProps extends PictureSlotsProps {
  upload: PictureUpload
  /** Index from 0. */
  place: number
}

function PictureSlot(props: PictureSlotProps & { onFiles: (files: File[]) => void }) {
  const { form, upload, place, onFiles } = props
  const { name, field } = PICTURE_PLACES[place] ?? PICTURE_PLACES[0]
  const picture = form.values.images[place]
  const id = form.idOf(field)
  return (
    <li className="picture-slot stack-3">
      <div className="picture-slot-frame">
        <Picture
          src={picture}
          alt={picture ? name : ''}
          sizes="112px"
          widths={[320, 480]}
          width={320}
          height={400}
        />
      </div>
      <div className="picture-slot-words stack-2">
        <p className="field-label">{name}</p>
        <PictureChoice
          id={id}
          name={name}
          upload={upload}
          error={form.errors[field]}
          hasPicture={Boolean(picture)}
          onFiles={onFiles}
        />
        {picture && !form.isUploading && <Actions {...{ form, upload, place, id, name }} />}
      </div>
    </li>
  )
}

function Actions({ form, upload, place, id, name }: PictureSlotProps & { id: string; name: string }) {
  const last = PICTURE_PLACES.length - 1
  const move = (to: number) => {
    form.change(({ images }) => ({
      images: images.with(place, images[to] ?? null).with(to, images[place] ?? null),
    }))
    announce(`${name} movida a ${PICTURE_PLACES[to]?.name.toLowerCase()}`)
  }
  const remove = () => {
    upload.cancel()
    form.change(({ images }) => ({ images: images.with(place, null) }))
    document.getElementById(id)?.focus()
  }
  return (
    <div className="picture-slot-actions">
      <IconButton label={`Mover antes: ${name}`} disabled={place === 0} onClick={() => move(place - 1)}>
        <ArrowLeft aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label={`Mover después: ${name}`} disabled={place === last} onClick={() => move(place + 1)}>
        <ArrowRight aria-hidden="true" size={18} />
      </IconButton>
      <IconButton label={`Quitar: ${name}`} onClick={remove}>
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </div>
  )
}

interface IconButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function IconButton({ label, ...rest }: IconButtonProps) {
  return <button type="button" className="button quiet icon-only" aria-label={label} {...rest} />
}

import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { CHOOSABLE_PICTURES, pictureFileError } from '../../../contract/pictures.ts'
import { percentWords } from '../../forms/percent-words.ts'
import { type PictureUpload, useUpload } from '../../forms/use-upload.ts'
import { announce } from '../../ui/announcer.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Panel } from '../shell/panel.tsx'
import type { BlisterDraft, ProductDraft } from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import './product-form.css'

const FAILED = 'Error al subir la imagen'

const OPTIONS = {
  preset: 'product',
  check: pictureFileError,
  failed: () => FAILED,
  onProblem: (_problem: string, isSent: boolean) => isSent && showToast('error', FAILED),
} as const

/** The three slots, in the order of the shop. */
const PICTURE_PLACES = [
  { name: 'Imagen principal', field: 'image' },
  { name: 'Segunda imagen', field: 'image_2' },
  { name: 'Tercera imagen', field: 'image_3' },
] as const

/** Three pictures, in the order of the shop. */
export function PictureSlots({ form }: { form: ProductForm }) {
  const place = (i: number) => ({
    ...OPTIONS,
    onDone: (path: string) => {
      form.change(({ images }) => ({ images: images.with(i, path) }))
      announce(`${PICTURE_PLACES[i]?.name} subida`)
    },
  })
  const pictures = [useUpload(place(0)), useUpload(place(1)), useUpload(place(2))]
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

/** The first file goes into the first place, the others into empty ones. */
function takeAll(
  files: File[],
  { into, first, images }: { into: PictureUpload[]; first: number; images: ProductDraft['images'] },
): void {
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

interface PictureSlotProps {
  form: ProductForm
  upload: PictureUpload
  /** Index from 0. */
  place: number
  onFiles: (files: File[]) => void
}

function PictureSlot({ form, upload, place, onFiles }: PictureSlotProps) {
  const { name, field } = PICTURE_PLACES[place] ?? PICTURE_PLACES[0]
  const picture = form.values.images[place]
  const id = form.idOf(field)
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
  const actions = [
    { icon: ArrowLeft, text: `Mover antes: ${name}`, disabled: place === 0, act: () => move(place - 1) },
    {
      icon: ArrowRight,
      text: `Mover después: ${name}`,
      disabled: place === last,
      act: () => move(place + 1),
    },
    { icon: Trash2, text: `Quitar: ${name}`, disabled: false, act: remove },
  ]
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
        {picture && !form.isUploading && (
          <div className="picture-slot-actions">
            {actions.map(({ icon: Icon, text, disabled, act }) => (
              <button
                key={text}
                type="button"
                className="button quiet icon-only"
                aria-label={text}
                disabled={disabled}
                onClick={act}
              >
                <Icon aria-hidden="true" size={18} />
              </button>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

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
  const upload = useUpload({
    ...OPTIONS,
    onDone: (path) => {
      onChange(path)
      announce(`Imagen de ${name} subida`)
    },
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
function PictureChoice({ id, name, upload, error, hasPicture, onFiles }: PictureChoiceProps) {
  if (upload.isSending)
    return (
      <div className="picture-choice-progress">
        <progress max={100} value={upload.percent} aria-label={`Subiendo ${name.toLowerCase()}`} />
        <span className="mono">{percentWords(upload.percent)}</span>
      </div>
    )
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

import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CLAIM_PHOTO_BYTES } from '../../contract/limits.ts'
import { Refusal } from '../api.ts'
import { announce } from '../ui/announcer.tsx'
import { FieldError } from '../ui/field.tsx'
import { Picture } from '../ui/picture.tsx'
import { useToast } from '../ui/toast.tsx'
import { uploadPicture } from './upload-picture.ts'
import type { ProductForm } from './use-product-form.ts'

const FAILED = 'Error al subir la imagen'
const SLOTS = ['Imagen principal', 'Segunda imagen', 'Tercera imagen']
const FIELDS = ['image', 'image_2', 'image_3']

interface SlotState {
  percent?: number
  problem?: string
  /** Kept for another try. */
  file?: File
}

interface PictureSlotsProps {
  form: ProductForm
  /** How many uploads are under way: saving waits for them. */
  onUploading: (count: number) => void
}

/** Three pictures, in the order in which the shop shows them. */
export function PictureSlots({ form, onUploading }: PictureSlotsProps) {
  const { images } = form.draft
  const { slots, upload, clear } = useUploads(form, onUploading)
  const isUploading = slots.some(({ percent }) => percent !== undefined)
  const move = (from: number, to: number) => {
    form.change((now) => ({ images: swapped(now.images, from, to) }))
    announce(`${SLOTS[from]} movida a ${SLOTS[to]?.toLowerCase()}`)
  }
  return (
    <section className="admin-card" aria-labelledby="product-pictures">
      <h2 id="product-pictures">Imágenes</h2>
      <p className="field-hint">JPEG, PNG o WebP de hasta 5 MB. La principal se ve en el catálogo, en 4:5.</p>
      <ul className="picture-slots">
        {SLOTS.map((name, i) => (
          <li key={name} className="picture-slot">
            <div className="picture-slot-frame">
              <Picture
                src={images[i]}
                alt={images[i] ? name : ''}
                sizes="112px"
                widths={[320, 480]}
                width={320}
                height={400}
              />
            </div>
            <div className="picture-slot-words">
              <p className="field-label">{name}</p>
              <Slot
                name={name}
                id={`product-${FIELDS[i]}`}
                state={slots[i] ?? {}}
                error={form.errorOf(FIELDS[i] ?? '')}
                hasPicture={Boolean(images[i])}
                onFile={(file) => upload(i, file)}
              />
              {images[i] && !isUploading && (
                <div className="picture-slot-actions">
                  <IconButton
                    label={`Mover antes: ${name}`}
                    disabled={i === 0}
                    onClick={() => move(i, i - 1)}
                  >
                    <ArrowLeft aria-hidden="true" size={18} />
                  </IconButton>
                  <IconButton
                    label={`Mover después: ${name}`}
                    disabled={i === 2}
                    onClick={() => move(i, i + 1)}
                  >
                    <ArrowRight aria-hidden="true" size={18} />
                  </IconButton>
                  <IconButton
                    label={`Quitar: ${name}`}
                    onClick={() => {
                      clear(i)
                      form.change((now) => ({ images: now.images.with(i, null) }))
                      document.getElementById(`product-${FIELDS[i]}`)?.focus()
                    }}
                  >
                    <Trash2 aria-hidden="true" size={18} />
                  </IconButton>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function swapped(images: (string | null)[], from: number, to: number): (string | null)[] {
  return images.with(from, images[to] ?? null).with(to, images[from] ?? null)
}

interface SlotProps {
  name: string
  id: string
  state: SlotState
  error: string | undefined
  hasPicture: boolean
  onFile: (file: File) => void
}

function Slot({ name, id, state: { percent, problem, file }, error, hasPicture, onFile }: SlotProps) {
  const text = problem ?? error
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // The same file can be chosen again after a failure.
    event.target.value = ''
    if (chosen) onFile(chosen)
  }
  if (percent !== undefined) {
    return (
      <div className="picture-slot-progress">
        <progress max={100} value={percent} aria-label={`Subiendo ${name.toLowerCase()}`} />
        <span className="mono">{`${percent} %`}</span>
      </div>
    )
  }
  return (
    <>
      {text && <FieldError id={`${id}-error`}>{text}</FieldError>}
      {problem && file && (
        <button type="button" className="button secondary" onClick={() => onFile(file)}>
          Reintentar
          <span className="visually-hidden">{` ${name}`}</span>
        </button>
      )}
      <label className="button secondary picture-slot-choose">
        <input
          type="file"
          id={id}
          className="visually-hidden"
          accept="image/jpeg,image/png,image/webp"
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

function IconButton({
  label,
  ...rest
}: {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return <button type="button" className="button quiet icon-only" aria-label={label} {...rest} />
}

function useUploads(form: ProductForm, onUploading: (count: number) => void) {
  const toast = useToast()
  const [slots, setSlots] = useState<SlotState[]>([{}, {}, {}])
  const running = useRef(0)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const set = (i: number, state: SlotState) => setSlots((now) => now.with(i, state))
  const upload = async (i: number, file: File) => {
    const problem = fileProblem(file)
    if (problem) return set(i, { problem })
    const signal = leaving.current?.signal ?? new AbortController().signal
    set(i, { percent: 0 })
    onUploading(++running.current)
    try {
      const onProgress = (percent: number) => set(i, { percent })
      const path = await uploadPicture(file, { preset: 'product', onProgress, signal })
      set(i, {})
      form.change((now) => ({ images: now.images.with(i, path) }))
      announce(`${SLOTS[i]} subida`)
    } catch (error) {
      if (signal.aborted) return
      toast('error', FAILED)
      set(i, { problem: `${FAILED}. ${error instanceof Refusal ? error.message : ''}`, file })
    } finally {
      onUploading(--running.current)
    }
  }
  return { slots, upload: (i: number, file: File) => void upload(i, file), clear: (i: number) => set(i, {}) }
}

/** Said before anything is sent; the server looks at the content itself. */
function fileProblem(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return 'Por favor selecciona una imagen válida'
  return file.size > CLAIM_PHOTO_BYTES ? 'La imagen no debe superar los 5MB' : undefined
}

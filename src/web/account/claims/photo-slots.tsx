import { Camera, CircleCheck, ImageUp, RotateCw, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { CHOOSABLE_PICTURES, pictureFileError } from '../../../contract/pictures.ts'
import { MAX_CLAIM_PHOTOS } from '../../../contract/limits.ts'
import type { Owner } from '../../browser/drafts.ts'
import { refusedAtOnce } from '../../forms/upload.ts'
import { percentWords } from '../../forms/percent-words.ts'
import { announce } from '../../ui/announcer.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  addPhoto,
  isChosen,
  isOnlyHere,
  type Photo,
  type Photos,
  removePhoto,
  retryPhoto,
} from './claim-photos.ts'
import { CLAIM_IDS, type ClaimErrors } from './claim-rules.ts'
import { PhotoExample } from './photo-example.tsx'
import './claim-form.css'

/** The three photos of a claim and what each should show. One of them is enough. */
export const SLOTS = [
  { name: 'Blister', hint: 'El paquete entero, con el nombre legible' },
  { name: 'Proceso', hint: 'Las semillas en el agua o el sustrato' },
  { name: 'Resultado', hint: 'Las semillas que no abrieron, de cerca' },
] as const
const ENOUGH = `Hasta ${MAX_CLAIM_PHOTOS} fotos`
const FIELDS = ['photo1', 'photo2', 'photo3'] as const
const ALL = [0, 1, 2]

interface PhotoSlotsProps {
  owner: Owner
  photos: Photos
  errors: ClaimErrors
  /** The photos have changed: earlier errors about them no longer apply. */
  onChange: () => void
}

export function PhotoSlots({ owner, photos, errors, onChange }: PhotoSlotsProps) {
  const { refused, take } = useChosenFiles(owner, photos, onChange)
  const remove = (slot: number) => {
    removePhoto(owner, slot)
    onChange()
    announce(`Foto ${SLOTS[slot]?.name} quitada`)
    // The pressed button is gone.
    setTimeout(() => document.getElementById(`reclamo-foto-${slot}`)?.focus())
  }
  const isWaiting = photos.some(isOnlyHere)
  return (
    <fieldset className="photo-slots stack-3" aria-describedby="fotos-regla">
      <legend>Fotos</legend>
      <p className="claim-note note" id="fotos-regla">
        Al menos una, hasta {MAX_CLAIM_PHOTOS}. JPG, PNG o WebP; las más grandes se achican antes de subir.
        <span className="photo-ways"> También podés arrastrarlas o pegarlas.</span>
      </p>
      <ul className="stack-3">
        {SLOTS.map(({ name }, slot) => (
          <PhotoSlot
            key={name}
            slot={slot}
            photo={isChosen(photos[slot]) ? photos[slot] : undefined}
            error={refused[slot] ?? refusedText(photos[slot]) ?? errors[FIELDS[slot] ?? 'photo1']}
            onFiles={(files) => take(slot, files)}
            onRetry={() => retryPhoto(owner, slot)}
            onRemove={() => remove(slot)}
          />
        ))}
      </ul>
      <p className="claim-note note" role="status">
        {isWaiting && 'Hasta que terminen de subir, las fotos están solo en esta página: no la cierres.'}
      </p>
    </fieldset>
  )
}

/** Puts chosen, dropped or pasted files into the slots. `refused`: why a file was refused, by slot. */
function useChosenFiles(owner: Owner, photos: Photos, onChange: () => void) {
  const [refused, setRefused] = useState<Record<number, string>>({})
  const isFree = (slot: number) => !isChosen(photos[slot])
  const refuse = (slot: number, text: string) => {
    showToast('error', text)
    setRefused((before) => ({ ...before, [slot]: text }))
  }
  /** The first file goes into the requested slot, the others into free ones. */
  const take = (slot: number, files: readonly File[]) => {
    const places = [slot, ...ALL.filter((other) => other !== slot && isFree(other))]
    const filled = places.slice(0, files.length)
    // Messages of the other slots stay.
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([at]) => !filled.includes(Number(at)))),
    )
    files.forEach((file, index) => {
      const place = places[index]
      const text = place === undefined ? ENOUGH : refusedAtOnce(file, { check: pictureFileError })
      if (text !== undefined) refuse(place ?? slot, text)
      else if (place !== undefined) addPhoto(owner, place, file)
    })
    onChange()
  }
  usePasted((files) => {
    const free = ALL.find(isFree)
    if (free === undefined) refuse(MAX_CLAIM_PHOTOS - 1, ENOUGH)
    else take(free, files)
  })
  return { refused, take }
}

/** Pictures pasted anywhere on the page. Text goes into the focused field. */
function usePasted(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}

function refusedText(photo: Photo | undefined): string | undefined {
  return photo?.state === 'refused' ? photo.text : undefined
}

interface PhotoSlotProps {
  slot: number
  photo: Photo | undefined
  error: string | undefined
  onFiles: (files: readonly File[]) => void
  onRetry: () => void
  onRemove: () => void
}

function PhotoSlot({ slot, photo, error, ...does }: PhotoSlotProps) {
  const { isOver, ...drop } = useDrop(does.onFiles)
  const id = CLAIM_IDS[FIELDS[slot] ?? 'photo1']
  const { name, hint } = SLOTS[slot] ?? SLOTS[0]
  const shown = error ?? (photo?.state === 'failed' ? photo.text : undefined)
  return (
    // Dropping is an alternative to the inputs inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <li className={`photo-slot stack-2${isOver ? ' photo-slot-over' : ''}`} {...drop}>
      <p className="strong">{name}</p>
      <p className="claim-note note" id={`${id}-hint`}>
        {hint}
      </p>
      {shown && <FieldError id={`${id}-error`}>{shown}</FieldError>}
      {photo ? <Preview name={name} photo={photo} /> : <PhotoExample slot={slot} />}
      <SlotButtons id={id} name={name} photo={photo} isWrong={shown !== undefined} {...does} />
    </li>
  )
}

function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
    },
  }
}

interface SlotButtonsProps extends Pick<PhotoSlotProps, 'photo' | 'onFiles' | 'onRetry' | 'onRemove'> {
  /** Id of the file input. */
  id: string
  name: string
  isWrong: boolean
}

function SlotButtons({ id, name, photo, isWrong, onFiles, onRetry, onRemove }: SlotButtonsProps) {
  const input = {
    'aria-describedby': isWrong ? `${id}-error ${id}-hint` : `${id}-hint`,
    'aria-invalid': isWrong ? true : undefined,
    onFiles,
  }
  return (
    <div className="photo-slot-actions wrap-2">
      <PhotoInput id={id} {...input}>
        <ImageUp aria-hidden="true" size={20} />
        {photo ? 'Cambiar' : 'Elegir foto'}
        <span className="visually-hidden"> {name}</span>
      </PhotoInput>
      {!photo && (
        <PhotoInput id={`${id}-camara`} {...input} className="photo-camera" capture="environment">
          <Camera aria-hidden="true" size={20} />
          Sacar foto
          <span className="visually-hidden"> {name}</span>
        </PhotoInput>
      )}
      {photo?.state === 'failed' && (
        <IconButton icon={RotateCw} text="Reintentar" of={` la foto ${name}`} onClick={onRetry} />
      )}
      {photo && (
        <IconButton icon={Trash2} text="Quitar" of={` la foto ${name}`} look="quiet" onClick={onRemove} />
      )}
    </div>
  )
}

interface PhotoInputProps {
  id: string
  className?: string
  capture?: 'environment'
  'aria-describedby': string
  'aria-invalid': boolean | undefined
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** A file input that looks like a button; the keyboard reaches the input. */
function PhotoInput({ id, className = '', onFiles, children, ...input }: PhotoInputProps) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Lets the same file be chosen again after it was removed.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <span className={`photo-input ${className}`}>
      <input
        {...input}
        id={id}
        type="file"
        accept={CHOOSABLE_PICTURES.join(',')}
        multiple={!input.capture}
        onChange={choose}
      />
      <label className="button secondary" htmlFor={id}>
        {children}
      </label>
    </span>
  )
}

function Preview({ name, photo }: { name: string; photo: Photo }) {
  const [broken, setBroken] = useState('')
  return (
    <div className="photo-preview">
      {broken === photo.preview ? (
        // After a reload the address of an upload is valid for some minutes only.
        <p className="photo-preview-none">
          {photo.state === 'uploaded' ? 'Foto guardada' : 'Sin vista previa'}
        </p>
      ) : (
        <img
          src={photo.preview}
          alt={`Foto ${name}`}
          onError={() => setBroken(photo.preview)}
          width={480}
          height={360}
        />
      )}
      {photo.state === 'uploading' && (
        <div className="photo-progress stack-2">
          <progress value={photo.percent} max={100} aria-label={`Subida de la foto ${name}`} />
          <span className="mono" aria-hidden="true">
            {percentWords(photo.percent)}
          </span>
        </div>
      )}
      {photo.state === 'uploaded' && (
        <p className="photo-done" role="status">
          <CircleCheck aria-hidden="true" size={18} />
          Subida
        </p>
      )}
    </div>
  )
}

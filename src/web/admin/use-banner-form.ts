import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Banner } from '../../contract/banners.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { showToast } from '../ui/toast.tsx'
import { bannerFileError, linkError, type PixelSize } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'
import { mobileVersion } from './mobile-version.ts'
import { type FieldValue, useMergedSave } from './use-merged-save.ts'
import { usePictureUpload } from './use-picture-upload.ts'

const FAILED = 'Error al guardar la imagen'
const uploadFailed = (reason: string) => `Error al subir la imagen: ${reason}`
const IMAGE_REQUIRED = 'La imagen principal es requerida'

const FIELDS = ['title', 'image_url', 'mobile_image_url', 'url_to', 'start_date', 'end_date'] as const
type FieldName = (typeof FIELDS)[number]
type Errors = Partial<Record<FieldName, string | undefined>>

const LABEL: Record<string, string> = {
  title: 'Título',
  image_url: 'Imagen principal',
  mobile_image_url: 'Imagen móvil',
  url_to: 'Enlace',
  start_date: 'Desde',
  end_date: 'Hasta',
  is_active: 'Activo',
}

/** What the form saves of a banner. */
type BannerValues = Pick<Banner, FieldName | 'is_active'>

const NEW_BANNER: BannerValues = {
  title: '',
  image_url: null,
  mobile_image_url: null,
  url_to: '/productos',
  start_date: null,
  end_date: null,
  is_active: true,
}

/** A banner as it is being written, and its way to the shop. Undefined: a new one. */
export function useBannerForm(session: Session, banner: Banner | undefined, onDone: () => void) {
  const queryClient = useQueryClient()
  const [base] = useState(() => valuesOf(banner ?? NEW_BANNER))
  const [draft, setDraft] = useState(() => ({
    title: base.title,
    url_to: base.url_to,
    start_date: base.start_date ?? '',
    end_date: base.end_date ?? '',
    is_active: base.is_active,
  }))
  const [errors, setErrors] = useState<Errors>({})
  const [general, setGeneral] = useState<string>()
  const [submits, setSubmits] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [size, setSize] = useState<PixelSize>()
  const clear = (name: FieldName) => setErrors((before) => ({ ...before, [name]: undefined }))
  const shared = (name: 'image_url' | 'mobile_image_url') => ({
    preset: 'banner' as const,
    initial: base[name],
    check: bannerFileError,
    failed: uploadFailed,
    onDone: () => {
      // What was wrong with the picture before is no longer so.
      clear(name)
      showToast('success', 'Imagen subida exitosamente')
    },
    onFail: (problem: string) => showToast('error', problem),
  })
  const main = usePictureUpload({
    ...shared('image_url'),
    onStart: (file) => void sizeOf(file).then(setSize),
  })
  const mobile = usePictureUpload(shared('mobile_image_url'))
  const isSending = main.percent !== undefined || mobile.percent !== undefined
  const values: BannerValues = {
    ...draft,
    start_date: draft.start_date || null,
    end_date: draft.end_date || null,
    image_url: main.address,
    mobile_image_url: mobile.address,
  }

  const { merge, closeMerge, save, saveChosen } = useMergedSave<BannerValues>({
    // One that somebody has deleted is not in the list: the shop says so when it is changed.
    read: async () => valuesOf((await call('listBanners')).find(({ id }) => id === banner?.id) ?? base),
    write: async (merged, theirs) => {
      const body = changesOf(merged, theirs)
      const saved = await call('patchBanner', { params: { id: banner?.id ?? 0 }, body })
      setBanners(queryClient, session, (all) => all.map((each) => (each.id === saved.id ? saved : each)))
    },
    label: (field) => LABEL[field] ?? field,
    show: shown,
  })
  const create = async () => {
    const saved = await call('createBanner', { body: { ...values, image_url: values.image_url ?? '' } })
    setBanners(queryClient, session, (all) => [...all, saved].toSorted((a, b) => a.order - b.order))
    return true
  }
  /** `send` answers false when it asks something first. */
  const attempt = async (send: () => Promise<boolean>) => {
    setIsBusy(true)
    try {
      if (!(await send())) return
      showToast('success', banner ? 'Banner actualizado' : 'Banner agregado')
      onDone()
    } catch (error) {
      const found = serverErrors(error)
      setErrors(found)
      setGeneral(Object.keys(found).length > 0 ? undefined : wordsOf(error))
      setSubmits((before) => before + 1)
      showToast('error', FAILED)
    } finally {
      setIsBusy(false)
      bannersChanged(queryClient, session)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isSending) return
    const found = errorsOf(values)
    setErrors(found)
    setGeneral(undefined)
    setSubmits((before) => before + 1)
    if (Object.keys(found).length === 0) void attempt(() => (banner ? save(base, values) : create()))
  }
  const cut = async (address: string) => {
    try {
      mobile.take(await mobileVersion(address))
    } catch (error) {
      const text = uploadFailed(error instanceof Error ? error.message : 'motivo desconocido')
      showToast('error', text)
      setErrors((before) => ({ ...before, mobile_image_url: text }))
    }
  }
  return {
    isNew: banner === undefined,
    /** The picture that the shop shows. */
    picture: base.image_url,
    draft,
    set: (name: Exclude<keyof typeof draft, 'is_active'>, value: string) => {
      setDraft((before) => ({ ...before, [name]: value }))
      clear(name)
    },
    toggleActive: () => setDraft((before) => ({ ...before, is_active: !before.is_active })),
    checkLink: () => setErrors((before) => ({ ...before, url_to: linkError(draft.url_to.trim()) })),
    main,
    mobile,
    cut,
    size,
    setSize,
    errors,
    /** Everything the summary lists after a failed save. */
    listed: [
      ...(general ? [{ text: general }] : []),
      ...Object.entries(errors).flatMap(([name, text]) => (text ? [{ field: `banner-${name}`, text }] : [])),
    ],
    submits,
    submit,
    isBusy,
    isSending,
    isDirty: isSending || Object.keys(changesOf(values, base)).length > 0,
    merge,
    closeMerge,
    saveMerged: (chosen: ReadonlySet<string>) => void attempt(() => saveChosen(chosen)),
  }
}

export type BannerFormState = ReturnType<typeof useBannerForm>

function valuesOf(banner: BannerValues): BannerValues {
  const { title, image_url, mobile_image_url, url_to, start_date, end_date, is_active } = banner
  return { title, image_url, mobile_image_url, url_to, start_date, end_date, is_active }
}

/** What is not sent stays as it is. */
function changesOf(values: BannerValues, before: BannerValues): Partial<BannerValues> {
  const was = new Map<string, FieldValue>(Object.entries(before))
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== was.get(field)))
}

function shown(value: FieldValue, field: string): string {
  if (field === 'is_active') return value === true ? 'sí' : 'no'
  if (value === null || value === '') return '(vacío)'
  return field === 'image_url' || field === 'mobile_image_url' ? 'otra imagen' : String(value)
}

function errorsOf({ image_url, url_to, start_date, end_date }: BannerValues): Errors {
  const found: Errors = {}
  if (!image_url) found.image_url = IMAGE_REQUIRED
  const wrongLink = linkError(url_to.trim())
  if (wrongLink) found.url_to = wrongLink
  if (start_date && end_date && end_date < start_date)
    found.end_date = 'La fecha de fin no puede ser anterior a la de inicio'
  return found
}

/** The first text of each field of the form that the server names. */
function serverErrors(error: unknown): Errors {
  if (!(error instanceof Refusal)) return {}
  const said = error.body.errors ?? {}
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const text = said[name]?.[0] ?? (name === 'url_to' ? said['link']?.[0] : undefined)
      return text ? [[name, text]] : []
    }),
  )
}

/** Undefined when this browser cannot read it: the server says so then. */
async function sizeOf(file: File): Promise<PixelSize | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  const size = picture && { width: picture.width, height: picture.height }
  picture?.close()
  return size
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${FAILED}. ${error.message}` : FAILED
}

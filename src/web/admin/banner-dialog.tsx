import { useQueryClient } from '@tanstack/react-query'
import { Crop } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Banner } from '../../contract/banners.ts'
import { NAME_LENGTH } from '../../contract/limits.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerFileError, bannerName, linkError, type PixelSize, sizeWarning } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'
import { mobileVersion } from './mobile-version.ts'
import { PictureField } from './picture-field.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

const FAILED = 'Error al guardar la imagen'
const uploadFailed = (reason: string) => `Error al subir la imagen: ${reason}`
const IMAGE_REQUIRED = 'La imagen principal es requerida'

interface BannerDialogProps {
  session: Session
  /** 'new' adds one; undefined: closed. */
  banner: Banner | 'new' | undefined
  onClose: () => void
}

/** Adds a banner or changes one. */
export function BannerDialog({ session, banner, onClose }: BannerDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isNew = banner === 'new'
  return (
    <Dialog
      open={banner !== undefined}
      onClose={onClose}
      title={isNew ? 'Agregar banner' : `Editar «${banner ? bannerName(banner) : ''}»`}
      className="banner-dialog"
      busy={isBusy}
    >
      <BannerForm
        session={session}
        banner={isNew ? undefined : banner}
        isBusy={isBusy}
        setIsBusy={setIsBusy}
        onClose={onClose}
      />
    </Dialog>
  )
}

const FIELDS = ['title', 'image_url', 'mobile_image_url', 'url_to', 'start_date', 'end_date'] as const
type FieldName = (typeof FIELDS)[number]
type Errors = Partial<Record<FieldName, string | undefined>>

interface BannerFormProps {
  session: Session
  banner: Banner | undefined
  isBusy: boolean
  setIsBusy: (isBusy: boolean) => void
  onClose: () => void
}

function BannerForm({ session, banner, isBusy, setIsBusy, onClose }: BannerFormProps) {
  const [draft, setDraft] = useState(() => ({
    title: banner?.title ?? '',
    url_to: banner?.url_to ?? '/productos',
    start_date: banner?.start_date ?? '',
    end_date: banner?.end_date ?? '',
    is_active: banner?.is_active ?? true,
  }))
  const [errors, setErrors] = useState<Errors>({})
  const [general, setGeneral] = useState<string>()
  const [submits, setSubmits] = useState(0)
  const [size, setSize] = useState<PixelSize>()
  const clear = (name: FieldName) => setErrors((before) => ({ ...before, [name]: undefined }))
  const shared = (name: FieldName) => ({
    preset: 'banner' as const,
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
    initial: banner?.image_url ?? null,
    onStart: (file) => void sizeOf(file).then(setSize),
  })
  const mobile = usePictureUpload({
    ...shared('mobile_image_url'),
    initial: banner?.mobile_image_url ?? null,
  })
  const queryClient = useQueryClient()

  const set = (name: keyof typeof draft & FieldName, value: string) => {
    setDraft((before) => ({ ...before, [name]: value }))
    clear(name)
  }
  const isSending = main.percent !== undefined || mobile.percent !== undefined
  const save = async () => {
    const body = {
      ...draft,
      start_date: draft.start_date || null,
      end_date: draft.end_date || null,
      mobile_image_url: mobile.address,
    }
    setIsBusy(true)
    try {
      if (banner) {
        const saved = await call('updateBanner', {
          params: { id: banner.id },
          body: main.address === banner.image_url ? body : { ...body, image_url: main.address ?? '' },
        })
        setBanners(queryClient, session, (all) => all.map((each) => (each.id === saved.id ? saved : each)))
      } else {
        const saved = await call('createBanner', { body: { ...body, image_url: main.address ?? '' } })
        setBanners(queryClient, session, (all) => [...all, saved].toSorted((a, b) => a.order - b.order))
      }
      showToast('success', banner ? 'Banner actualizado' : 'Banner agregado')
      onClose()
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
    const found: Errors = {}
    if (!main.address) found.image_url = IMAGE_REQUIRED
    const wrongLink = linkError(draft.url_to.trim())
    if (wrongLink) found.url_to = wrongLink
    if (draft.start_date && draft.end_date && draft.end_date < draft.start_date)
      found.end_date = 'La fecha de fin no puede ser anterior a la de inicio'
    setErrors(found)
    setGeneral(undefined)
    setSubmits((before) => before + 1)
    if (Object.keys(found).length === 0) void save()
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
  const listed = [
    ...(general ? [{ text: general }] : []),
    ...Object.entries(errors).flatMap(([name, text]) => (text ? [{ field: `banner-${name}`, text }] : [])),
  ]
  const warning = main.shown && size ? sizeWarning(size) : undefined
  return (
    <form className="banner-form" noValidate onSubmit={submit}>
      <ErrorSummary errors={listed} submits={submits} />
      <PictureField
        id="banner-image_url"
        label="Imagen principal"
        hint="Recomendado 1920x620, proporción 3.1:1. JPG, PNG o WebP de hasta 5 MB."
        upload={main}
        error={errors.image_url}
      >
        <output className="picture-warning">{warning}</output>
      </PictureField>
      <PictureField
        id="banner-mobile_image_url"
        label="Imagen móvil"
        optional
        hint="Proporción 5:6, por ejemplo 750x900. Sin ella el banner no se muestra en la portada."
        upload={mobile}
        error={errors.mobile_image_url}
      >
        {main.address && !mobile.shown && (
          <button
            type="button"
            className="button secondary banner-cut"
            onClick={() => main.address && void cut(main.address)}
          >
            <Crop aria-hidden="true" size={20} />
            Generar versión móvil
          </button>
        )}
      </PictureField>
      <section className="banner-form-preview" aria-label="Vista previa">
        <BannerPreview
          desktop={main.shown}
          mobile={mobile.shown}
          name={draft.title || 'Banner sin título'}
          // Of a new one the file tells: the shop keeps pictures in widths of its own.
          onDesktopSize={main.shown === banner?.image_url ? setSize : undefined}
        />
      </section>
      <Field
        id="banner-title"
        label="Título"
        optional
        hint="Nombra el enlace y la imagen para quien no la ve."
        maxLength={NAME_LENGTH}
        value={draft.title}
        error={errors.title}
        onChange={(event) => set('title', event.target.value)}
      />
      <Field
        id="banner-url_to"
        label="Enlace"
        hint="Una página de la tienda, como /productos, o una dirección que empieza con https://"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.url_to}
        error={errors.url_to}
        onBlur={() => setErrors((before) => ({ ...before, url_to: linkError(draft.url_to.trim()) }))}
        onChange={(event) => set('url_to', event.target.value)}
      />
      <div className="banner-form-days">
        <Field
          id="banner-start_date"
          label="Desde"
          optional
          type="date"
          value={draft.start_date}
          error={errors.start_date}
          onChange={(event) => set('start_date', event.target.value)}
        />
        <Field
          id="banner-end_date"
          label="Hasta"
          optional
          type="date"
          value={draft.end_date}
          error={errors.end_date}
          onChange={(event) => set('end_date', event.target.value)}
        />
      </div>
      <button
        type="button"
        role="switch"
        className="admin-switch"
        aria-checked={draft.is_active}
        onClick={() => setDraft((before) => ({ ...before, is_active: !before.is_active }))}
      >
        <span className="admin-switch-track" aria-hidden="true" />
        Activo
      </button>
      <div className="dialog-actions">
        <output className="banner-form-waits">
          {isSending && 'Guardar espera a que termine la subida.'}
        </output>
        <button
          type="button"
          className="button secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && onClose()}
        >
          Cancelar
        </button>
        <BusyButton type="submit" busy={isBusy} busyText="Guardando…" disabled={isSending}>
          {banner ? 'Guardar' : 'Agregar'}
        </BusyButton>
      </div>
    </form>
  )
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

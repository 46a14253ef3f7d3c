import { Crop } from 'lucide-react'
import { useState } from 'react'
import type { Banner } from '../../contract/banners.ts'
import { NAME_LENGTH } from '../../contract/limits.ts'
import type { Session } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerName, sizeWarning } from './banner-rules.ts'
import { MergePanel } from './merge-choices.tsx'
import { PictureField } from './picture-field.tsx'
import { UnsavedNote } from './unsaved-note.tsx'
import { type BannerFormState, useBannerForm } from './use-banner-form.ts'

interface BannerDialogProps {
  session: Session
  /** 'new' adds one; undefined: closed. */
  banner: Banner | 'new' | undefined
  onClose: () => void
}

/** Adds a banner or changes one. */
export function BannerDialog({ banner, ...rest }: BannerDialogProps) {
  return banner && <OpenBannerDialog banner={banner === 'new' ? undefined : banner} {...rest} />
}

interface OpenBannerDialogProps extends Omit<BannerDialogProps, 'banner'> {
  banner: Banner | undefined
}

/** What was written or uploaded is not lost by one key: the first Escape asks. */
function OpenBannerDialog({ session, banner, onClose }: OpenBannerDialogProps) {
  const form = useBannerForm(session, banner, onClose)
  const [asks, setAsks] = useState(false)
  const close = () => (form.isDirty && !asks ? setAsks(true) : onClose())
  return (
    <Dialog
      open
      onClose={close}
      title={banner ? `Editar «${bannerName(banner)}»` : 'Agregar banner'}
      className="banner-dialog"
      busy={form.isBusy}
    >
      {asks && form.isDirty && <UnsavedNote onDiscard={onClose} onStay={() => setAsks(false)} />}
      {form.merge && (
        <MergePanel
          title="Otra persona guardó este banner"
          conflicts={form.merge.conflicts}
          taken={form.merge.taken}
          backText="Seguir escribiendo"
          onSave={form.saveMerged}
          onBack={form.closeMerge}
        />
      )}
      <BannerForm form={form} onCancel={close} />
    </Dialog>
  )
}

function BannerForm({ form, onCancel }: { form: BannerFormState; onCancel: () => void }) {
  const { draft, set, errors, main, mobile, isBusy, isSending } = form
  return (
    <form className="banner-form" noValidate onSubmit={form.submit}>
      <ErrorSummary errors={form.listed} submits={form.submits} />
      <BannerPictures form={form} />
      <section className="banner-form-preview" aria-label="Vista previa">
        <BannerPreview
          desktop={main.shown}
          mobile={mobile.shown}
          name={draft.title || 'Banner sin título'}
          // Of a new one the file tells: the shop keeps pictures in widths of its own.
          onDesktopSize={main.shown === form.picture ? form.setSize : undefined}
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
        onBlur={form.checkLink}
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
        onClick={form.toggleActive}
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
          onClick={() => !isBusy && onCancel()}
        >
          Cancelar
        </button>
        <BusyButton type="submit" busy={isBusy} busyText="Guardando…" disabled={isSending}>
          {form.isNew ? 'Agregar' : 'Guardar'}
        </BusyButton>
      </div>
    </form>
  )
}

function BannerPictures({ form: { main, mobile, size, errors, cut } }: { form: BannerFormState }) {
  const warning = main.shown && size ? sizeWarning(size) : undefined
  return (
    <>
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
    </>
  )
}

import { Crop } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Banner } from '../../../contract/banners.ts'
import { NAME_LENGTH } from '../../../contract/limits.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { MergePanel } from '../../forms/merge-dialog.tsx'
import { PictureField } from '../../forms/picture-field.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PublicField } from '../shell/public-field.tsx'
import { BannerPreview } from './banner-preview.tsx'
import { bannerName, sizeWarning } from './banner-rules.ts'
import { type BannerFormState, FAILED, useBannerForm } from './use-banner-form.ts'
import { Switch } from '../shell/switch.tsx'
import { FormActions } from '../../forms/form-actions.tsx'
import './banner-dialog.css'

interface BannerDialogProps {
  /** 'new' adds one; undefined means closed. */
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

function OpenBannerDialog({ banner, onClose }: OpenBannerDialogProps) {
  const form = useBannerForm(banner, onClose)
  const { close, note } = useCloseGuard(form.isUnsaved, onClose)
  return (
    <Dialog
      open
      onClose={close}
      title={banner ? `Editar «${bannerName(banner)}»` : 'Agregar banner'}
      className="banner-dialog"
      busy={form.isBusy}
    >
      {note}
      <MergePanel merge={form.merge} title="Otra persona guardó este banner" backText="Seguir escribiendo" />
      <form className="banner-form" noValidate onSubmit={form.onSubmit}>
        <FormSummary form={form} title={form.failure?.general.length ? FAILED : undefined} />
        <BannerPictures form={form} />
        <BannerFields form={form} />
        <FormActions
          isBusy={form.isBusy}
          submitText={form.isNew ? 'Agregar' : 'Guardar'}
          busyText="Guardando…"
          waits={form.isSending}
          onCancel={close}
        >
          <output className="banner-form-waits">
            {form.isSending && 'Guardar espera a que termine la subida.'}
          </output>
        </FormActions>
      </form>
    </Dialog>
  )
}

interface PartProps {
  form: BannerFormState
}

function BannerPictures({ form }: PartProps) {
  const { main, mobile, values, size, errors, change } = form
  const [mainShown, mobileShown] = [
    main.preview ?? values.image_url,
    mobile.preview ?? values.mobile_image_url,
  ]
  return (
    <>
      <PictureField
        id="banner-image_url"
        label="Imagen principal"
        hint="Recomendado 1920x620, proporción 3.1:1. JPG, PNG o WebP; las más grandes se achican antes de subir."
        value={values.image_url}
        upload={main}
        onRemove={() => change({ image_url: null })}
        error={errors['image_url']}
      >
        <output className="picture-warning">{mainShown && size ? sizeWarning(size) : undefined}</output>
      </PictureField>
      <PictureField
        id="banner-mobile_image_url"
        label="Imagen móvil"
        optional
        hint="Proporción 5:6, por ejemplo 750x900. Sin ella el banner no se muestra en la portada."
        value={values.mobile_image_url}
        upload={mobile}
        onRemove={() => change({ mobile_image_url: null })}
        error={errors['mobile_image_url']}
      >
        {values.image_url && !mobileShown && <CutButton form={form} address={values.image_url} />}
      </PictureField>
      <section className="banner-form-preview" aria-label="Vista previa">
        <BannerPreview
          desktop={mainShown}
          mobile={mobileShown}
          name={values.title || 'Banner sin título'}
          // The file has the size of a new picture: stored versions differ.
          onDesktopSize={mainShown === form.base.image_url ? form.setSize : undefined}
          showsCuts
        />
      </section>
    </>
  )
}

function CutButton({ form, address }: PartProps & { address: string }) {
  return (
    <IconButton
      icon={Crop}
      text="Generar versión móvil"
      className="banner-cut"
      onClick={() => void form.cut(address)}
    />
  )
}

function BannerFields({ form }: PartProps) {
  // The two days are compared with each other, so they are validated on save.
  const day = (name: 'start_date' | 'end_date') => ({ ...form.field(name), onBlur: undefined })
  return (
    <>
      <PublicField
        label="Título"
        optional
        hint="Nombra el enlace y la imagen para quien no la ve."
        maxLength={NAME_LENGTH}
        {...form.field('title')}
      />
      <Field
        label="Enlace"
        hint="Una página de la tienda, como /productos, o una dirección que empieza con https://"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('url_to')}
      />
      <div className="banner-form-days">
        <Field label="Desde" optional type="date" {...day('start_date')} />
        <Field label="Hasta" optional type="date" {...day('end_date')} />
      </div>
      <Switch
        isOn={form.values.is_active}
        text="Activo"
        onClick={() => form.change(({ is_active }) => ({ is_active: !is_active }))}
      />
    </>
  )
}

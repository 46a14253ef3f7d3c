import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Banner } from '../../../contract/banners.ts'
import { NAME_LENGTH } from '../../../contract/limits.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { createBanner, listBanners, patchBanner } from '../../../contract/calls.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { UploadCount } from '../../forms/use-upload.ts'
import { Field } from '../../ui/form/field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { PublicField } from '../shell/public-field.tsx'
import { Switch } from '../shell/switch.tsx'
import { BannerPictures } from './banner-pictures.tsx'
import {
  type BannerDraft,
  bannerBody,
  bannerErrors,
  bannerName,
  changedBanner,
  draftOfBanner,
} from './banner-rules.ts'
import { bannersChanged, SAVE_FAILED, setBanners } from './banners-query.ts'

const attempt = tabAttempt('bannerAttempt', 'owner')

const useBanner = recordForm<Banner, BannerDraft, undefined>({
  name: (banner) => `banner ${banner?.id ?? 'new'}`,
  valuesOf: draftOfBanner,
  errorsOf: bannerErrors,
  idOf: (field) => `banner-${field}`,
  failed: SAVE_FAILED,
  said: (_sent, banner) => (banner ? 'Banner actualizado' : 'Banner agregado'),
  isUnversioned: true,
  // A deleted banner is not in the list, and the write is refused.
  read: async (banner) => (await call(listBanners)).find(({ id }) => id === banner.id) ?? banner,
  write: (draft, banner) =>
    call(patchBanner, { params: { id: banner.id }, body: changedBanner(draft, draftOfBanner(banner)) }),
  create: (draft) => {
    const typed = bannerBody(draft)
    const body = { ...typed, image_url: typed.image_url ?? '' }
    return sendOnce(attempt, body, (idempotencyKey) => call(createBanner, { body, idempotencyKey }))
  },
  merge: mergedByField<BannerDraft>(
    {
      title: 'Título',
      image_url: 'Imagen principal',
      mobile_image_url: 'Imagen móvil',
      url_to: 'Enlace',
      start_date: 'Desde',
      end_date: 'Hasta',
      is_active: 'Activo',
    },
    (value, field) => {
      if (field === 'is_active') return value === true ? 'sí' : 'no'
      if (value === null) return '(vacío)'
      return value !== '' && field.endsWith('image_url') ? 'otra imagen' : undefined
    },
  ),
  show: (client, saved) => {
    setBanners(client, (all) =>
      [...all.filter(({ id }) => id !== saved.id), saved].toSorted((a, b) => a.order - b.order),
    )
    bannersChanged(client)
  },
})

/** Changes a banner; adds one without `banner`. */
export function BannerDialog({ banner, onClose }: { banner: Banner | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const form = useBanner(banner, onClose)
  const { failure, isUploading } = form
  const isRefused = failure?.error !== undefined
  useEffect(() => {
    // Others may have deleted it.
    if (isRefused) bannersChanged(client)
  }, [client, isRefused])
  // The two days are compared with each other, so they are validated on save.
  const day = (name: 'start_date' | 'end_date') => ({ ...form.field(name), onBlur: undefined })
  return (
    <ActionDialog
      title={banner ? `Editar «${bannerName(banner)}»` : 'Agregar banner'}
      dialogClassName="banner-dialog"
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={form.generalTitle}
      submitText={banner ? 'Guardar' : 'Agregar'}
      busyText="Guardando…"
      isUnsaved={isUploading || form.isDirty}
      waits={isUploading}
      mergeTitle="Otra persona guardó este banner"
      actions={
        <output className="banner-form-waits note">
          {isUploading && 'Guardar espera a que termine la subida.'}
        </output>
      }
    >
      <UploadCount value={form.countUploads}>
        <BannerPictures form={form} />
      </UploadCount>
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
      <div className="banner-form-days stack-3">
        <Field label="Desde" optional type="date" {...day('start_date')} />
        <Field label="Hasta" optional type="date" {...day('end_date')} />
      </div>
      <Switch
        isOn={form.values.is_active}
        text="Activo"
        onClick={() => form.change(({ is_active }) => ({ is_active: !is_active }))}
      />
    </ActionDialog>
  )
}

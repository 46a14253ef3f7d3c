import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import { nameError } from '../../../contract/sentences.ts'
import { paths } from '../../app/paths.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { getBrand, updateBrand } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { mergedByField, recordScreen } from '../kit/record-form.ts'
import { RecordScreen } from '../kit/record-screen.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { cardDescription, hardlySeenOn, logoFileError, originOf, pixelsOf } from './brand-words.ts'
import {
  adminBrand,
  BANK_PROBLEM,
  brandsChanged,
  createBrandOnce,
  rethrowAsBankError,
} from './brands-query.ts'
import { Segmented } from '../shell/segmented.tsx'
import { OriginBadge } from './brand-parts.tsx'
import './brands.css'
import '../../forms/forms.css'

/** The list has one address for both prefixes of the back office. */
const BANKS = '/admin/bancos'

export default function BrandFormPage() {
  const { id } = useParams()
  const title = id === undefined ? 'Nuevo Banco' : 'Editar Banco'
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <header className="admin-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {id === undefined ? <BrandForm key="new" brand={undefined} /> : <EditBrand key={id} id={id} />}
    </>
  )
}

/** A brand that cannot be loaded redirects to the list, which says why. */
function EditBrand({ id }: { id: string }) {
  const navigate = useNavigate()
  const known = /^[1-9]\d{0,9}$/.test(id)
  const { data, isError } = useQuery({ ...adminBrand(Number(id)), enabled: known })
  const isLost = !known || (isError && !data)
  useEffect(() => {
    if (!isLost) return
    showToast('error', BANK_PROBLEM)
    void navigate(BANKS, { replace: true, state: { problem: BANK_PROBLEM } })
  }, [isLost, navigate])
  if (data) return <BrandForm brand={data} />
  return (
    <div className="bank-form stack-4" aria-busy="true">
      <LoadingNote />
      <CardSkeleton className="brand-skeleton" parts={['picture', 'field', 'field', 'buttons']} />
    </div>
  )
}

type BrandDraft = Pick<Brand, 'brand_name' | 'description' | 'is_national' | 'image'>

const NEW_BRAND: BrandDraft = { brand_name: '', description: '', is_national: true, image: null }

/** Saves always all fields. */
const useBrand = recordScreen<Brand, BrandDraft, undefined>({
  name: (brand) => `bank ${brand?.id ?? 0}`,
  valuesOf: ({ brand_name, description, is_national, image }: BrandDraft = NEW_BRAND) => ({
    brand_name,
    description,
    is_national,
    image,
  }),
  errorsOf: ({ brand_name }) => ({ brand_name: nameError(brand_name) }),
  idOf: (field) => `bank-${field}`,
  failed: 'Error al guardar el banco',
  said: ({ brand_name }, brand) => `Banco ${brand_name.trim()} ${brand ? 'actualizado' : 'creado'}`,
  read: ({ id }) => call(getBrand, { params: { id } }).catch(rethrowAsBankError),
  write: (draft, { id, version }) =>
    call(updateBrand, { params: { id }, body: { ...draft, version } }).catch(rethrowAsBankError),
  create: (draft) => createBrandOnce(draft).catch(rethrowAsBankError),
  merge: mergedByField<BrandDraft>(
    { brand_name: 'Nombre del banco', description: 'Descripción', is_national: 'Origen', image: 'Logo' },
    (value, field) => {
      if (field === 'is_national') return originOf(value === true)
      return field === 'image' ? (value === null ? 'sin logo' : 'otro logo') : undefined
    },
  ),
  show: brandsChanged,
})

type BrandFormState = ReturnType<typeof useBrand>

/** Uses `brand` as first loaded: later responses do not change the fields. Undefined for a new one. */
function BrandForm({ brand }: { brand: Brand | undefined }) {
  const navigate = useNavigate()
  const form = useBrand(brand, () => navigate(BANKS))
  return (
    <RecordScreen
      form={{ ...form, failedTitle: form.generalTitle }}
      className="bank-form stack-4"
      mergeTitle="Otra persona guardó este banco"
    >
      <BrandFields form={form} />
      <SaveBar form={form} isNew={brand === undefined} />
    </RecordScreen>
  )
}

function BrandFields({ form }: { form: BrandFormState }) {
  const { values, errors, change } = form
  const logo = useUpload({
    preset: 'brand',
    check: logoFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: (image) => {
      change({ image })
      showToast('success', 'Imagen subida exitosamente')
    },
    onProblem: (problem) => showToast('error', problem),
  })
  const shown = logo.preview ?? values.image
  return (
    <div className="bank-form-columns stack-5">
      <div className="bank-form-fields stack-4">
        <PictureField
          id="bank-image"
          label="Logo"
          optional
          hint="PNG, max 2MB. También JPG o WebP."
          value={values.image}
          upload={logo}
          onRemove={() => change({ image: null })}
          error={errors['image']}
        >
          <LogoPreview src={shown} />
        </PictureField>
        <PublicField
          label="Nombre del banco"
          autoComplete="off"
          maxLength={NAME_LENGTH}
          {...form.field('brand_name')}
          // Validated on save.
          onBlur={undefined}
        />
        <PublicTextArea
          label="Descripción"
          optional
          maxLength={DESCRIPTION_LENGTH}
          {...form.field('description')}
        />
        <Segmented
          legend="Origen"
          name="origen"
          choices={[originOf(true), originOf(false)].map((origin) => ({ value: origin, label: origin }))}
          value={originOf(values.is_national)}
          onChange={(origin) => change(() => ({ is_national: origin === originOf(true) }))}
        />
      </div>
      <BankPreview {...values} image={shown} />
    </div>
  )
}

function SaveBar({ form, isNew }: { form: BrandFormState; isNew: boolean }) {
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="strong">
        {form.isUploading && 'Guardar espera a que termine la subida del logo.'}
      </output>
      <div className="save-bar-actions">
        <Link className="button secondary" to={paths.adminProducts()}>
          Cancelar
        </Link>
        <BusyButton
          type="submit"
          busy={form.isBusy}
          busyText="Guardando…"
          disabled={form.isUploading}
          data-key="mod+s"
          title="Guardar (Ctrl/⌘ S)"
        >
          {isNew ? 'Crear Banco' : 'Actualizar Banco'}
        </BusyButton>
      </div>
    </div>
  )
}

/** A logo on the light and on the dark surface of the shop, with a warning when it is hardly visible on one of them. */
function LogoPreview({ src }: { src: string | null }) {
  const [weak, setWeak] = useState<{ src: string; on: string[] }>()
  if (!src) return null
  const look = (image: HTMLImageElement) => {
    const pixels = pixelsOf(image)
    setWeak({ src, on: pixels ? hardlySeenOn(pixels) : [] })
  }
  const on = weak?.src === src ? weak.on : []
  return (
    <div className="logo-preview stack-2">
      <figure className="logo-frame light">
        <img src={src} alt="" onLoad={({ currentTarget }) => look(currentTarget)} />
        <figcaption>Sobre claro</figcaption>
      </figure>
      <figure className="logo-frame dark">
        <img src={src} alt="" />
        <figcaption>Sobre oscuro</figcaption>
      </figure>
      <output className="picture-warning">
        {on.length > 0 && `El logo casi no se ve sobre fondo ${on.join(' ni ')}.`}
      </output>
    </div>
  )
}

/** The card of the list, with the unsaved values. */
function BankPreview({ brand_name, description, is_national, image }: BrandDraft) {
  return (
    <section className="bank-preview stack-2" aria-labelledby="bank-preview-title">
      <h2 id="bank-preview-title">Vista previa</h2>
      <div className="surface brand-card stack-3">
        {image ? (
          <img className="brand-logo" src={image} alt="" width={96} height={96} />
        ) : (
          <span className="brand-logo brand-logo-none" />
        )}
        <div className="brand-card-words">
          <p className="brand-card-name">{brand_name.trim() || 'Nombre del banco'}</p>
          <OriginBadge isNational={is_national} />
          <p>{cardDescription(description)}</p>
        </div>
      </div>
    </section>
  )
}

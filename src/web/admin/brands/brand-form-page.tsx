import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import { paths } from '../../app/paths.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { LeaveDialog } from '../../forms/leave-dialog.tsx'
import { MergeDialog } from '../../forms/merge-dialog.tsx'
import { PictureField } from '../../forms/picture-field.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { originOf, cardDescription } from './brand-words.ts'
import { BANK_PROBLEM } from './bank-problem.ts'
import { adminBrand } from './brands-query.ts'
import { BANKS, type BrandFormState, FAILED, useBrandForm } from './use-brand-form.ts'
import { Segmented } from '../shell/segmented.tsx'
import { OriginBadge } from './brand-parts.tsx'
import { hardlySeenOn, pixelsOf } from './logo-contrast.ts'
import './brand-form.css'
import '../../forms/save-bar.css'
import './brand-preview.css'

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
    <div className="bank-form" aria-busy="true">
      <LoadingNote />
      <CardSkeleton className="brand-skeleton" parts={['picture', 'field', 'field', 'buttons']} />
    </div>
  )
}

/** Uses `brand` as first loaded: later responses do not change the fields. */
function BrandForm({ brand }: { brand: Brand | undefined }) {
  const form = useBrandForm(brand)
  return (
    <>
      <form className="bank-form" noValidate onSubmit={form.onSubmit}>
        <FormSummary form={form} title={form.failure?.general.length ? FAILED : undefined} />
        <div className="bank-form-columns">
          <BrandFields form={form} />
          <BankPreview {...form.values} image={form.logo.preview ?? form.values.image} />
        </div>
        <SaveBar form={form} />
      </form>
      <MergeDialog
        merge={form.merge}
        title="Otra persona guardó este banco"
        backText="Volver al formulario"
      />
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}

function BrandFields({ form }: { form: BrandFormState }) {
  const { logo, values, errors, change } = form
  return (
    <div className="bank-form-fields">
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
        <LogoPreview src={logo.preview ?? values.image} />
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
      <OriginChoice
        isNational={values.is_national}
        choose={(is_national) => change(() => ({ is_national }))}
      />
    </div>
  )
}

interface OriginChoiceProps {
  isNational: boolean
  choose: (isNational: boolean) => void
}

function OriginChoice({ isNational, choose }: OriginChoiceProps) {
  return (
    <Segmented
      legend="Origen"
      name="origen"
      choices={[originOf(true), originOf(false)].map((origin) => ({ value: origin, label: origin }))}
      value={originOf(isNational)}
      onChange={(origin) => choose(origin === originOf(true))}
    />
  )
}

function SaveBar({ form }: { form: BrandFormState }) {
  const isSending = form.logo.isSending
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="save-bar-words">
        {isSending && 'Guardar espera a que termine la subida del logo.'}
      </output>
      <div className="save-bar-actions">
        <Link className="button secondary" to={paths.adminProducts()}>
          Cancelar
        </Link>
        <BusyButton
          type="submit"
          busy={form.isBusy}
          busyText="Guardando…"
          disabled={isSending}
          data-key="mod+s"
          title="Guardar (Ctrl/⌘ S)"
        >
          {form.isNew ? 'Crear Banco' : 'Actualizar Banco'}
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
    <div className="logo-preview">
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

interface BankPreviewProps {
  brand_name: string
  description: string
  is_national: boolean
  image: string | null
}

/** The card of the list, with the unsaved values. */
function BankPreview({ brand_name, description, is_national, image }: BankPreviewProps) {
  return (
    <section className="bank-preview" aria-labelledby="bank-preview-title">
      <h2 id="bank-preview-title">Vista previa</h2>
      <div className="surface brand-card">
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

import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../contract/catalog.ts'
import { paths } from '../paths.ts'
import type { Session } from '../session.ts'
import { SITE } from '../site.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { BlisterEditor } from './blister-editor.tsx'
import { BrandDialog } from './brand-field.tsx'
import { DiscardOrSave } from './discard-or-save.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PictureSlots } from './picture-slots.tsx'
import { BackLink } from './product-form-back.tsx'
import { DataSection, GeneticsSection, PublicationSection } from './product-form-sections.tsx'
import { ProductPreview } from './product-preview.tsx'
import { type ProductForm, useProductForm } from './use-product-form.ts'

interface ProductFormViewProps {
  session: Session
  product: Product | undefined
  wasCreated?: boolean
}

export function ProductFormView({ session, product, wasCreated = false }: ProductFormViewProps) {
  const form = useProductForm(session, product)
  const [brandOpen, setBrandOpen] = useState(false)
  const [uploading, setUploading] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (uploading === 0) form.save()
  }
  const title = form.loaded ? `Editar ${form.loaded.name}` : 'Agregar producto'
  return (
    <>
      <title>{`${title} · ${SITE}`}</title>
      <BackLink />
      <header className="admin-head">
        <h1 tabIndex={-1}>{title}</h1>
        {form.loaded && (
          <Link className="button secondary" to={paths.product(form.loaded.id)}>
            <ExternalLink aria-hidden="true" size={20} />
            Publicación
          </Link>
        )}
      </header>
      <form className="product-form" noValidate onSubmit={submit} aria-label={title}>
        <Summary form={form} />
        <div className="product-form-columns">
          <div className="product-form-column">
            <DataSection session={session} form={form} onNewBrand={() => setBrandOpen(true)} />
            {form.draft.type !== 'merch' && <GeneticsSection form={form} />}
            <BlisterEditor form={form} />
          </div>
          <div className="product-form-column">
            <PublicationSection form={form} />
            <PictureSlots form={form} onUploading={setUploading} />
            <ProductPreview session={session} draft={form.draft} />
          </div>
        </div>
        <SaveBar form={form} isUploading={uploading > 0} wasCreated={wasCreated} />
      </form>
      <BrandDialog
        session={session}
        open={brandOpen}
        onClose={() => setBrandOpen(false)}
        onCreated={(id) => form.change({ brand_id: String(id) })}
      />
      <MergeDialog form={form} />
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}

function Summary({ form }: { form: ProductForm }) {
  if (!form.failure) return null
  const fields = Object.entries(form.allErrors).map(([field, text]) => ({
    field: `product-${field}`,
    text: fieldName(field) ? `${fieldName(field)}: ${text}` : text,
  }))
  const general = form.failure.general.map((text) => ({ text }))
  return <ErrorSummary title={form.failure.title} errors={[...general, ...fields]} submits={form.submits} />
}

/** Which presentation an error belongs to. */
function fieldName(field: string): string | undefined {
  const row = /^blisters\.(\d+)\./.exec(field)?.[1]
  return row === undefined ? undefined : `Presentación ${Number(row) + 1}`
}

interface SaveBarProps {
  form: ProductForm
  isUploading: boolean
  wasCreated: boolean
}

function SaveBar({ form, isUploading, wasCreated }: SaveBarProps) {
  const isNew = !form.loaded
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="save-bar-words">{stateWords(form, isUploading, wasCreated)}</output>
      <DiscardOrSave
        form={form}
        className="save-bar-actions"
        canSave={!isUploading && (form.isDirty || isNew)}
        warning={isNew ? 'El formulario queda vacío.' : 'El formulario vuelve a lo último que se guardó.'}
      />
    </div>
  )
}

function stateWords(form: ProductForm, isUploading: boolean, wasCreated: boolean): string {
  if (isUploading) return 'Subiendo imágenes…'
  if (!form.loaded) return 'Producto sin guardar'
  if (form.isDirty) return 'Cambios sin guardar'
  if (form.savedAt !== undefined) return 'Producto actualizado'
  return wasCreated ? 'Producto guardado' : 'Sin cambios'
}

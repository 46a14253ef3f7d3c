import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { paths } from '../../app/paths.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { wasDoneBefore } from '../../data/send-once.ts'
import { BlisterEditor } from './blister-editor.tsx'
import { BrandDialog } from './brand-field.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { LeaveDialog } from '../../forms/leave-dialog.tsx'
import { MergeDialog } from '../../forms/merge-dialog.tsx'
import { UploadCount } from '../../forms/use-upload.ts'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { LineageButton } from './lineage-button.tsx'
import { PictureSlots } from './picture-slots.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { DataSection, GeneticsSection, PublicationSection } from './product-form-sections.tsx'
import { ProductPreview } from './product-preview.tsx'
import { usePublishQuestion } from './publish-question.tsx'
import { type ProductForm, useProductForm } from './use-product-form.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'

interface ProductFormViewProps {
  product: Product | undefined
  /** The product that a new one begins as. */
  copied?: Product
  wasCreated?: boolean
}

export function ProductFormView({ product, copied, wasCreated = false }: ProductFormViewProps) {
  const admin = useAdminPath()
  const form = useProductForm(product, copied)
  const question = usePublishQuestion(form)
  const [brandOpen, setBrandOpen] = useState(false)
  const title = form.base ? `Editar ${form.base.name}` : 'Agregar producto'
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <BackLink to={admin.products()}>Productos</BackLink>
      <Head title={title} product={form.base} />
      <form className="product-form" noValidate onSubmit={question.onSubmit} aria-label={title}>
        <Summary form={form} />
        <div className="product-form-columns">
          <div className="product-form-column">
            <DataSection form={form} onNewBrand={() => setBrandOpen(true)} />
            {form.values.type !== 'merch' && <GeneticsSection form={form} />}
            <UploadCount value={form.countUploads}>
              <BlisterEditor form={form} />
            </UploadCount>
          </div>
          <div className="product-form-column">
            <PublicationSection form={form} />
            <PictureSlots form={form} />
            <ProductPreview draft={form.values} />
          </div>
        </div>
        <SaveBar form={form} {...saveBarOf(form, wasCreated)} />
      </form>
      <BrandDialog
        open={brandOpen}
        onClose={() => setBrandOpen(false)}
        onCreated={(id) => form.change({ brand_id: String(id) })}
      />
      {question.dialog}
      <Interruptions form={form} />
    </>
  )
}

function Interruptions({ form }: { form: ProductForm }) {
  return (
    <>
      <MergeDialog
        merge={form.merge}
        title="Otra persona guardó este producto"
        backText="Volver al formulario"
      />
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}

function Head({ title, product }: { title: string; product: Product | undefined }) {
  const admin = useAdminPath()
  return (
    <header className="admin-head">
      <h1 tabIndex={-1}>{title}</h1>
      {product && (
        <div className="admin-head-actions">
          {product.type !== 'merch' && <LineageButton product={product} />}
          <Link className="button secondary" to={admin.newProduct({ copia: product.id })}>
            <Copy aria-hidden="true" size={20} />
            Duplicar
          </Link>
          <Link className="button secondary" to={paths.product(product.id)}>
            <ExternalLink aria-hidden="true" size={20} />
            Ver en la tienda
          </Link>
        </div>
      )}
    </header>
  )
}

function Summary({ form }: { form: ProductForm }) {
  const { error } = form.failure ?? {}
  return (
    <FormSummary
      form={form}
      title={error && !wasDoneBefore(error) ? form.failedTitle : undefined}
      partOf={presentationOf}
    />
  )
}

function presentationOf(field: string): string | undefined {
  const row = /^blisters\.(\d+)\./.exec(field)?.[1]
  return row === undefined ? undefined : `Presentación ${Number(row) + 1}`
}

function saveBarOf(form: ProductForm, wasCreated: boolean) {
  const isNew = !form.base
  return {
    words: stateWords(form, wasCreated),
    canSave: !form.isUploading && (form.isDirty || isNew),
    warning: isNew ? 'El formulario queda vacío.' : undefined,
  }
}

function stateWords(form: ProductForm, wasCreated: boolean): string {
  if (!form.base && !form.isUploading) return 'Producto sin guardar'
  if (wasCreated && !form.isUploading && !form.isDirty && !form.isSaved) return 'Producto guardado'
  return savedWords(form, 'Producto actualizado')
}

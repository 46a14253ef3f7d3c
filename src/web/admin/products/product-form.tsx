import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { paths } from '../../app/paths.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { BlisterEditor } from './blister-editor.tsx'
import { BrandDialog } from './brand-field.tsx'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
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
      <RecordScreen
        form={form}
        className="product-form stack-4"
        aria-label={title}
        onSubmit={question.onSubmit}
        mergeTitle="Otra persona guardó este producto"
        partOf={presentationOf}
      >
        <div className="product-form-columns stack-4">
          <div className="product-form-column stack-4">
            <DataSection form={form} onNewBrand={() => setBrandOpen(true)} />
            {form.values.type !== 'merch' && <GeneticsSection form={form} />}
            <BlisterEditor form={form} />
          </div>
          <div className="product-form-column stack-4">
            <PublicationSection form={form} />
            <PictureSlots form={form} />
            <ProductPreview draft={form.values} />
          </div>
        </div>
        <SaveBar
          form={form}
          words={stateWords(form, wasCreated)}
          canSave={!form.isUploading && (form.isDirty || !form.base)}
          warning={form.base ? undefined : 'El formulario queda vacío.'}
        />
      </RecordScreen>
      <BrandDialog
        open={brandOpen}
        onClose={() => setBrandOpen(false)}
        onCreated={(id) => form.change({ brand_id: String(id) })}
      />
      {question.dialog}
    </>
  )
}

function Head({ title, product }: { title: string; product: Product | undefined }) {
  const admin = useAdminPath()
  return (
    <header className="admin-head">
      <h1 tabIndex={-1}>{title}</h1>
      {product && (
        <div className="admin-head-actions row-2">
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

function presentationOf(field: string): string | undefined {
  const row = /^blisters\.(\d+)\./.exec(field)?.[1]
  return row === undefined ? undefined : `Presentación ${Number(row) + 1}`
}

function stateWords(form: ProductForm, wasCreated: boolean): string {
  if (!form.base && !form.isUploading) return 'Producto sin guardar'
  if (wasCreated && !form.isUploading && !form.isDirty && !form.isSaved) return 'Producto guardado'
  return savedWords(form, 'Producto actualizado')
}

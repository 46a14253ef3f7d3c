import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { getProduct } from '../../../contract/catalog/calls.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { call } from '../../data/api.ts'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { LoadingHeading } from '../shell/loading-heading.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { BlisterEditor } from './blister-editor.tsx'
import { BrandDialog } from './brand-field.tsx'
import { LineageButton } from './lineage-button.tsx'
import { errorsOf, lackedWhenShown } from './product-draft.ts'
import { DataSection, GeneticsSection, PublicationSection } from './product-form-sections.tsx'
import { PictureSlots } from './product-pictures.tsx'
import { ProductPreview } from './product-preview.tsx'
import { adminProductsKey } from './products-query.ts'
import { type ProductForm, useProductForm } from './use-product-form.ts'
import './product-form.css'

/** `/productos/nuevo`, with `copia` as a copy of a product, and `/productos/editar/:productId`. */
export default function ProductFormPage() {
  const { productId } = useParams()
  const [params] = useSearchParams()
  const copied = /^[1-9]\d{0,8}$/.exec(params.get('copia') ?? '')?.[0]
  if (productId !== undefined) return <LoadedProduct key={productId} id={Number(productId)} />
  if (copied !== undefined) return <LoadedProduct key={`copy ${copied}`} id={Number(copied)} isCopied />
  return <ProductFormView product={undefined} />
}

/** Loaded once: concurrent saves are merged on save, not while editing. */
function LoadedProduct({ id, isCopied = false }: { id: number; isCopied?: boolean }) {
  const admin = useAdminPath()
  const location = useLocation()
  const { data, error, isFetching, refetch } = useQuery({
    // A copy begins with what was saved last, not with what the form of the product began with.
    queryKey: [...adminProductsKey(), isCopied ? 'copied' : 'detail', id],
    queryFn: ({ signal }) => call(getProduct, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const wasCreated = (location.state as { saved?: boolean } | null)?.saved === true
  if (data && isCopied) return <ProductFormView product={undefined} copied={data} />
  if (data) return <ProductFormView product={data} wasCreated={wasCreated} />
  const title = isCopied ? 'Agregar producto' : 'Editar producto'
  return (
    <>
      <TabTitle>{title}</TabTitle>
      <BackLink to={admin.products()}>Productos</BackLink>
      <LoadingHeading>{title}</LoadingHeading>
      {error && !isFetching ? (
        <ErrorPanel
          title="Error al obtener el producto"
          note={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

interface ProductFormViewProps {
  product: Product | undefined
  /** The product that a new one begins as. */
  copied?: Product
  wasCreated?: boolean
}

function ProductFormView({ product, copied, wasCreated = false }: ProductFormViewProps) {
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

/** Confirms saving a visible product that is incomplete. */
function usePublishQuestion(form: ProductForm) {
  const [lacked, setLacked] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    const missing = form.isUploading || form.isBusy ? undefined : lackedWhenShown(form.values)
    if (missing === undefined || Object.keys(errorsOf(form.values)).length > 0) return form.onSubmit(event)
    event.preventDefault()
    setLacked(missing)
  }
  const save = () => {
    setLacked(undefined)
    form.save()
  }
  const dialog = (
    <ConfirmDialog
      open={lacked !== undefined}
      title={`¿Guardar sin ${lacked}?`}
      confirmText="Guardar igual"
      cancelText="Seguir editando"
      danger={false}
      onConfirm={save}
      onClose={() => setLacked(undefined)}
    >
      <p>{`El producto está en «Disponible»: la tienda lo muestra sin ${lacked}.`}</p>
    </ConfirmDialog>
  )
  return { onSubmit, dialog }
}

function FormSkeleton() {
  return (
    <div className="product-form-columns stack-4" aria-busy="true">
      <LoadingNote />
      {[
        ['Datos', 'Genética', 'Presentaciones'],
        ['Publicación', 'Imágenes', 'Vista previa'],
      ].map((titles) => (
        <div key={titles[0]} className="product-form-column stack-4">
          {titles.map((title) => (
            <Panel key={title} title={title}>
              <CardSkeleton className="product-form-skeleton" parts={['field', 'field']} />
            </Panel>
          ))}
        </div>
      ))}
    </div>
  )
}

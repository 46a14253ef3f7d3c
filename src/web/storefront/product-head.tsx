import { useState, useSyncExternalStore } from 'react'
import type { Product } from '../../contract/catalog.ts'
import { TYPE_LABEL } from '../../contract/product-types.ts'
import { paths } from '../paths.ts'
import { SITE } from '../site.ts'
import { listOfType } from './breadcrumb.tsx'
import { cutDescription } from './cut-description.ts'

const SNIPPET = 155

/** Title, description and what other sites read of a product. Never a price: prices are for accounts. */
export function ProductHead({ product }: { product: Product }) {
  const title = `${product.name} · ${SITE}`
  const about = product.description || `${product.name}, ${TYPE_LABEL[product.type]}. ${product.genotype}`
  const description = cutDescription(about, SNIPPET) ?? about
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={paths.product(product.id)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="product" />
      <meta property="og:site_name" content={SITE} />
      <meta property="og:locale" content="es_AR" />
      <meta property="og:url" content={paths.product(product.id)} />
      {product.image && <meta property="og:image" content={product.image} />}
      <StructuredData data={[productData(product, description), breadcrumbData(product)]} />
    </>
  )
}

/** For search engines, which read the page as it was sent: later pages of the same visit need none. */
function StructuredData({ data }: { data: object[] }) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [text] = useState(() => (isHydrating ? JSON.stringify(data).replaceAll('<', '\\u003c') : undefined))
  return text === undefined ? null : <script type="application/ld+json">{text}</script>
}

const never = () => () => {}

function productData(product: Product, description: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    category: TYPE_LABEL[product.type],
    ...(product.sku && { sku: product.sku }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    image: [product.image, product.image_2, product.image_3].filter((address) => address !== null),
  }
}

function breadcrumbData({ id, name, type }: Product): object {
  const steps = [
    { name: 'Catálogo', item: paths.catalogue() },
    { name: TYPE_LABEL[type], item: listOfType(type) },
    { name, item: paths.product(id) },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
}

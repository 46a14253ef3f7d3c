import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { previewPath } from '../../../contract/made-pictures.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { TYPE_LABEL } from '../../../contract/catalog/product-types.ts'
import { PageHead, SiteOrigin } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { listOfType } from './breadcrumb.tsx'
import { cutDescription } from './cut-description.ts'
import { StructuredData } from '../shell/structured-data.tsx'

const SNIPPET = 155

/** Title, description and structured data of a product. Never a price: prices are for accounts. */
export function ProductHead({ product }: { product: Product }) {
  const origin = useContext(SiteOrigin)
  const { data: shop } = useQuery(shopSettings())
  const about = product.description || factsOf(product, shop)
  const description = cutDescription(about, SNIPPET) ?? about
  return (
    <>
      <PageHead
        title={product.name}
        description={description}
        path={paths.product(product.id)}
        image={import.meta.env.SSR ? previewPath(product) : undefined}
        type="product"
      />
      <StructuredData
        data={
          import.meta.env.SSR
            ? [productData(product, description, origin), breadcrumbData(product, origin)]
            : []
        }
      />
    </>
  )
}

function factsOf({ name, type, genotype }: Product, shop: PublicSettings | undefined): string {
  const facts = [name, TYPE_LABEL[type], genotype].filter(Boolean).join(', ')
  const where = [shop?.shop_name, shop?.tagline].filter(Boolean).join(', ')
  return `${facts}. Características, fotos y presentaciones${where && ` en ${where}`}.`
}

function productData(product: Product, description: string, origin: string): object {
  const pictures = [product.image, product.image_2, product.image_3].filter((address) => address !== null)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description,
    url: origin + paths.product(product.id),
    category: TYPE_LABEL[product.type],
    ...(product.sku && { sku: product.sku }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(pictures.length > 0 && { image: pictures.map((address) => origin + address) }),
  }
}

function breadcrumbData({ id, name, type }: Product, origin: string): object {
  const steps = [
    { name: 'Catálogo', path: paths.catalogue() },
    { name: TYPE_LABEL[type], path: listOfType(type) },
    { name, path: paths.product(id) },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: step.name,
      item: origin + step.path,
    })),
  }
}
